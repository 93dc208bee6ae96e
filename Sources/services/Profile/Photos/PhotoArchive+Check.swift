import Blobs
import RollcallAPI
import RollcallCrypto

extension PhotoArchive {
    /// Photos that are looked at closely in one call.
    static let checkLimit = 500

    /// Compares the photos of one part of the store that are behind a photo.
    ///
    /// - Returns: what is wrong; and where to go on, nil at the end.
    func check(
        after last: BlobID?, mending isMending: Bool, now: Int64
    ) async throws -> (faults: [PhotoFault], next: BlobID?) {
        let shard = PhotoShard(after: last)
        guard let shard else { return ([], nil) }
        // The files first: whoever writes one says so in the database before.
        let files = try await blobs.blobs(inShard: shard.byte).filter(shard.contains)
        let (rows, others) = try await store.photos(from: shard.first, through: shard.last)
        let all = PhotoComparison(
            files: files, rows: rows.filter(shard.contains), others: others
        ).suspects
        let suspects = Array(all.prefix(Self.checkLimit))
        let faults = try await faults(among: suspects, mending: isMending, now: now)
        if isMending, !faults.isEmpty { wake() }
        let isWhole = suspects.count == all.count
        return (faults, isWhole ? shard.end : suspects.last)
    }

    /// Looks again, while neither an upload nor the collector works on the photos.
    private func faults(
        among suspects: [BlobID], mending isMending: Bool, now: Int64
    ) async throws -> [PhotoFault] {
        let claimed = claims.beginCollection(of: suspects)
        defer { claims.endCollection(of: claimed) }
        var faults: [PhotoFault] = []
        for photo in claimed {
            // Before and after: another instance may work on it.
            let row = try await store.standing(of: photo)
            let hasFile = try await blobs.size(of: photo) != nil
            guard
                let kind = PhotoComparison.fault(
                    hasFile: hasFile, hasRow: row.users != nil, isOther: row.isOther),
                try await store.standing(of: photo) == row
            else { continue }
            if isMending { try await mend(photo, row, now: now) }
            faults.append(
                PhotoFault(
                    kind: kind, photoID: photo.hex, userID: row.users?.first?.description ?? "",
                    profileCount: UInt32(clamping: row.users?.count ?? 0)))
        }
        return faults
    }

    private func mend(
        _ photo: BlobID, _ row: ProfileStore.PhotoStanding, now: Int64
    ) async throws {
        if let upload = row.upload {
            try await store.forget(photo, upload: upload, now: now)
        } else {
            try await store.announce(photo, settling: settling)
        }
    }
}

/// The photos whose ids begin with one byte, and are behind one.
struct PhotoShard {
    let byte: UInt8
    private let after: String

    /// - Returns: nil when `last` is the last there can be.
    init?(after last: BlobID?) {
        guard let last else {
            (byte, after) = (0, "")
            return
        }
        let byte = UInt8(last.hex.prefix(2), radix: 16) ?? .max
        if last == Self.last(of: byte) {
            guard byte < .max else { return nil }
            (self.byte, after) = (byte + 1, "")
        } else {
            (self.byte, after) = (byte, last.hex)
        }
    }

    func contains(_ photo: BlobID) -> Bool { photo.hex > after }

    var first: String { Hex.encode([byte]) + String(repeating: "0", count: 62) }
    var last: String { Hex.encode([byte]) + String(repeating: "f", count: 62) }

    /// Where the next one begins; nil for the last.
    var end: BlobID? { byte < .max ? Self.last(of: byte) : nil }

    static func last(of byte: UInt8) -> BlobID? {
        BlobID(Hex.encode([byte]) + String(repeating: "f", count: 62))
    }
}
