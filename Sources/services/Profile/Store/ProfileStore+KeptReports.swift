import Blobs
import RollcallCrypto
import Storage

/// What open reports keep is bounded. Otherwise reporters and reported accounts of one person fill
/// the disk.
extension ProfileStore {
    /// How long a report waits for a decision.
    static let openReportMs: Int64 = 90 * dayMs

    /// Bytes of the photos that only open reports refer to.
    func bytesKeptForReports() async throws -> Int64 {
        try await all(Self.keptOnlyForReports).reduce(0) { $0 + $1.size }
    }
}

extension ProfileTransaction {
    /// Closes reports that nobody has decided in time, without a decision. Drops photos that only
    /// open reports refer to, the largest first: to displace small ones takes many accounts.
    ///
    /// - Parameters:
    ///   - bytes: the most bytes of such photos.
    ///   - limit: the most reports to close, and the most photos to drop.
    /// - Returns: the most of either kind that was found.
    func boundReports(bytes: Int64, limit: Int, now: Int64) throws -> Int {
        // The id of a report begins with its time.
        let end = Array((max(0, now - ProfileStore.openReportMs) << 16).bigEndianBytes.prefix(6))
        let old = try all(ProfileStore.openReportsBefore, end, limit)
        for (report, photo) in old {
            for command in ProfileStore.closeReport { try run(command, report) }
            if let photo { try discardIfUnused(photo) }
        }
        let kept = try all(ProfileStore.keptOnlyForReports)
        var rest = kept.reduce(0) { $0 + $1.size }
        var dropped = 0
        for (photo, size) in kept.prefix(limit) where rest > bytes {
            try run(ProfileStore.dropKeptPhoto, photo)
            try discardIfUnused(photo)
            (rest, dropped) = (rest - size, dropped + 1)
        }
        return max(old.count, dropped)
    }
}

extension ProfileStore {
    /// The largest first.
    fileprivate static let keptOnlyForReports = Query<(photo: BlobID, size: Int64)>(
        """
        SELECT id, size FROM photo
        WHERE id IN (SELECT photoID FROM reportedProfile WHERE photoID IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM profile WHERE photoID = photo.id)
        ORDER BY size DESC, id
        """
    ) { try ($0.next(), $0.next()) }

    static let dropKeptPhoto = Command<BlobID>(
        "UPDATE reportedProfile SET photoID = NULL WHERE photoID = $1")

    fileprivate static let openReportsBefore = Query<(UUIDv7, photo: BlobID?), [UInt8], Int>(
        "SELECT id, photoID FROM reportedProfile WHERE id < $1 ORDER BY id LIMIT $2"
    ) { try ($0.next(), $0.next()) }
}
