import Blobs
import RollcallAPI
import RollcallRPC

/// Reads the files of photos and squares, compares them with the rows, and mends on request. It
/// reads no faster than it is told to, and what is uploaded or removed meanwhile is no fault.
struct PhotoCheck {
    /// A check has as many parts, by the first byte of the ids.
    static let parts = 256
    /// Users who are named with a fault.
    private static let namedUsers = 20

    let archive: PhotoArchive
    let isMending: Bool
    /// Whether to mend also if very much is removed.
    var isLossAccepted = false
    /// Milliseconds since 1970-01-01 UTC.
    let clock: @Sendable () -> Int64
    var pace: ReadPace
    var progress = PhotoCheckProgress()

    /// - Parameters:
    ///   - checked: how many parts were checked before.
    ///   - mayGoOn: called before each part; throws to end the check.
    ///   - tell: called with each fault, and after each part.
    /// - Throws: `RPCError` about the store as a whole, or if very much would be removed
    ///   (`failedPrecondition`); what `mayGoOn` and `tell` throw.
    mutating func run(
        after checked: Int, mayGoOn: () async throws -> Void,
        _ tell: (CheckPhotosResponse) async throws -> Void
    ) async throws {
        do {
            if isMending && !isLossAccepted { try await refuseLoss() }
            for part in checked..<Self.parts {
                try await mayGoOn()
                try await check(part: UInt8(part)) {
                    try await tell(CheckPhotosResponse(part: .fault($0)))
                }
                progress.checkedParts = UInt32(part + 1)
                try await tell(CheckPhotosResponse(part: .progress(progress)))
            }
        } catch let error as BlobError {
            throw RPCError(error, archive.limits) ?? error
        }
    }

    /// Counts what would be removed, by the lists alone. With a wrong directory, bucket or copy of
    /// the database that is nearly everything.
    private func refuseLoss() async throws {
        var (all, missing, strays) = (0, 0, 0)
        for part in UInt8.min...UInt8.max {
            let files = Set(try await archive.blobs.blobs(inShard: part))
            let (kept, garbage) = try await archive.store.files(inShard: part)
            missing += kept.subtracting(files).count
            strays += files.subtracting(kept).subtracting(garbage).count
            all += kept.union(files).subtracting(garbage).count
        }
        let loss = max(missing, strays)
        guard loss > 10, loss > all / 10 else { return }
        throw RPCError(
            .failedPrecondition,
            """
            of \(all) files, \(missing) are missing and \(strays) belong to no photo: put the \
            right directory, bucket or database in place and check again, or mend with --accept-loss
            """)
    }

    mutating func check(part: UInt8, _ tell: (PhotoFault) async throws -> Void) async throws {
        // The files first: an upload announces its file in a row before it writes.
        let files = try await archive.blobs.blobs(inShard: part)
        let (kept, garbage) = try await archive.store.files(inShard: part)
        for file in kept.union(files).subtracting(garbage) {
            let before = progress.bytes
            if try await look(at: file) != nil || !kept.contains(file),
                let fault = try await fault(of: file)
            {
                try await tell(fault)
            }
            try await pace.wait(for: Int(progress.bytes - before))
        }
    }

    /// Reads a file through.
    ///
    /// - Returns: the fault of a file that is a photo; nil for a sound one.
    /// - Throws: `BlobError` about the store as a whole.
    private mutating func look(at file: BlobID) async throws -> PhotoFaultKind? {
        var (fault, bytes): (PhotoFaultKind?, Int) = (nil, 0)
        do {
            bytes = try await archive.blobs.check(file)
        } catch BlobError.notFound {
            fault = .fileMissing
        } catch let error as BlobError where error.isDamage {
            fault = .fileDamaged
        }
        progress.files += 1
        progress.bytes += UInt64(bytes)
        return fault
    }

    /// Looks again at a suspect file, while neither an upload nor the collector of this process
    /// works on it. Other instances are noticed by the row, which is read before and after.
    ///
    /// - Returns: nil if nothing is wrong, or somebody works on the file.
    private mutating func fault(of file: BlobID) async throws -> PhotoFault? {
        guard archive.claims.beginCollection(of: [file]) == [file] else { return nil }
        defer {
            archive.claims.endCollection(of: [file])
            // Only now, as the collector skips claimed files.
            archive.wake()
        }
        let row = try await archive.store.fileRow(of: file)
        guard let kind = Self.kind(try await look(at: file), row),
            try await archive.store.fileRow(of: file) == row
        else { return nil }
        let (users, count) = try await archive.store.users(with: file, limit: Self.namedUsers)
        return PhotoFault(
            kind: kind, photoID: file.hex, userIDs: users.map(\.description),
            profileCount: UInt32(clamping: count),
            isMended: isMending ? try await mend(file, kind, row) : false)
    }

    private static func kind(
        _ found: PhotoFaultKind?, _ row: ProfileStore.FileRow
    ) -> PhotoFaultKind? {
        if row.upload != nil { return row.isSettled ? found : nil }
        // A missing square is made on demand.
        if row.isSquare { return found == .fileDamaged ? found : nil }
        return row.isGarbage || found == .fileMissing ? nil : .strayFile
    }

    /// - Returns: whether it was mended. Of a damaged photo a good copy may be put back, so it
    ///   stays.
    private func mend(
        _ file: BlobID, _ kind: PhotoFaultKind, _ row: ProfileStore.FileRow
    ) async throws -> Bool {
        if let upload = row.upload {
            guard kind == .fileMissing else { return false }
            return try await archive.store.forget(file, upload: upload, now: clock())
        }
        if row.isSquare {
            try await archive.store.forgetSquares(withFile: file)
        } else {
            // As garbage it is removed, once no request of an upload can be under way.
            try await archive.store.announce(file, settling: archive.settling)
        }
        return true
    }
}
