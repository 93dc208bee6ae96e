import Blobs
import Storage

/// The progress of the search for damaged files. All times are milliseconds since 1970 by the database's
/// clock.
struct ScrubState: Sendable, Equatable {
    /// When the pass began; nil if there is none now.
    let beganAt: Int64?
    /// The last file that the pass has read; nil before the first.
    let lastFile: BlobID?
    /// The results of the present pass, or of the last one.
    let files: Int64
    let bytes: Int64
    let damagedFiles: Int64
    /// Whether any number of damaged files is accepted.
    let acceptsDamage: Bool
    /// Why the pass has stopped; nil if it has not.
    let trouble: String?
    /// When the last complete pass ended; nil before the first.
    let endedAt: Int64?
    /// When the next work is due.
    let nextAt: Int64
    let now: Int64
}

/// One instance at a time reads all files, in the order of their ids. The row `photoScrub` has that
/// instance, the end of its lease, and the last file that it read. Another instance that takes the lease
/// continues there.
///
/// If an instance was stopped for longer than its lease, two instances read at once. That does no harm:
/// each marks a photo only if its row is unchanged since the file was read.
extension ProfileStore {
    func scrubState() async throws -> ScrubState {
        try await read { try $0.scrubState() }
    }

    /// Takes or renews the lease, if there is work and no other instance has it. Begins a pass if there
    /// is none now.
    ///
    /// - Parameters:
    ///   - holder: the random number of the instance.
    ///   - lease: milliseconds.
    /// - Returns: whether the instance must read the next files, and the state in any case.
    func takeScrub(holder: Int64, lease: Int64) async throws -> (isOurs: Bool, state: ScrubState) {
        try await write { transaction in
            let isOurs = try transaction.run(Self.takeScrub, holder, lease) == 1
            return (isOurs, try transaction.scrubState())
        }
    }

    /// Stores the progress and renews the lease, if the instance still has it.
    func advanceScrub(holder: Int64, _ progress: ScrubProgress, lease: Int64) async throws {
        _ = try await write {
            try $0.run(
                Self.advanceScrub, holder, progress.lastFile, progress.files, progress.bytes,
                progress.damagedFiles, lease)
        }
    }

    /// Pauses the pass, until any instance continues it.
    ///
    /// - Parameters:
    ///   - trouble: the reason; nil if there is nothing to report.
    ///   - pause: milliseconds.
    func pauseScrub(holder: Int64, because trouble: String?, pause: Int64) async throws {
        _ = try await write { try $0.run(Self.pauseScrub, holder, trouble, pause) }
    }

    /// Records that all files were read.
    ///
    /// - Parameter interval: milliseconds from the begin of this pass to the next.
    func endScrub(holder: Int64, interval: Int64) async throws {
        _ = try await write { try $0.run(Self.endScrub, holder, interval) }
    }

    /// Begins a pass now, or continues a paused one.
    ///
    /// - Parameter acceptsDamage: whether any number of damaged files is accepted.
    func startScrub(acceptingDamage acceptsDamage: Bool) async throws {
        _ = try await write { try $0.run(Self.startScrub, acceptsDamage) }
    }

    /// The next files, in the order of their ids: photos without known damage, and squares.
    func filesToScrub(after last: BlobID?, limit: Int) async throws -> [BlobID] {
        let after = last?.bytes ?? []
        return try await read { snapshot in
            let photos = try snapshot.all(Self.photosToScrub, after, limit)
            let squares = try snapshot.all(Self.squaresToScrub, after, limit)
            return Array(Set(photos + squares).sorted { $0.hex < $1.hex }.prefix(limit))
        }
    }
}

extension Snapshot {
    fileprivate func scrubState() throws -> ScrubState {
        guard let state = try first(ProfileStore.scrubState) else {
            throw StorageError.corrupt("the table photoScrub is empty")
        }
        return state
    }
}

/// What an instance has read since it last stored its progress.
struct ScrubProgress: Sendable, Equatable {
    var lastFile: BlobID?
    var files: Int64 = 0
    var bytes: Int64 = 0
    var damagedFiles: Int64 = 0
}

extension ProfileStore {
    fileprivate static let scrubState = Query<ScrubState>(
        """
        SELECT beganAtMs, lastFileID, files, bytes, damagedFiles, acceptsDamage, trouble, endedAtMs,
            nextAtMs, nowMs
        FROM photoScrub, databaseClock WHERE id = 1
        """
    ) {
        try ScrubState(
            beganAt: $0.next(), lastFile: $0.next(), files: $0.next(), bytes: $0.next(),
            damagedFiles: $0.next(), acceptsDamage: $0.next(), trouble: $0.next(),
            endedAt: $0.next(), nextAt: $0.next(), now: $0.next())
    }

    private static let takeScrub = Command<Int64, Int64>(
        """
        UPDATE photoScrub
        SET holder = $1, leaseUntilMs = (SELECT nowMs FROM databaseClock) + $2,
            files = CASE WHEN beganAtMs IS NULL THEN 0 ELSE files END,
            bytes = CASE WHEN beganAtMs IS NULL THEN 0 ELSE bytes END,
            damagedFiles = CASE WHEN beganAtMs IS NULL THEN 0 ELSE damagedFiles END,
            beganAtMs = coalesce(beganAtMs, (SELECT nowMs FROM databaseClock))
        WHERE id = 1 AND nextAtMs <= (SELECT nowMs FROM databaseClock)
            AND (holder = $1 OR leaseUntilMs <= (SELECT nowMs FROM databaseClock))
        """)

    private static let advanceScrub = Command<Int64, BlobID?, Int64, Int64, Int64, Int64>(
        """
        UPDATE photoScrub
        SET lastFileID = $2, files = files + $3, bytes = bytes + $4,
            damagedFiles = damagedFiles + $5, trouble = NULL,
            leaseUntilMs = (SELECT nowMs FROM databaseClock) + $6
        WHERE id = 1 AND holder = $1
        """)

    private static let pauseScrub = Command<Int64, String?, Int64>(
        """
        UPDATE photoScrub
        SET trouble = $2, leaseUntilMs = 0, nextAtMs = (SELECT nowMs FROM databaseClock) + $3
        WHERE id = 1 AND holder = $1
        """)

    private static let endScrub = Command<Int64, Int64>(
        """
        UPDATE photoScrub
        SET endedAtMs = (SELECT nowMs FROM databaseClock), nextAtMs = beganAtMs + $2,
            beganAtMs = NULL, lastFileID = NULL, acceptsDamage = FALSE, trouble = NULL,
            leaseUntilMs = 0
        WHERE id = 1 AND holder = $1 AND beganAtMs IS NOT NULL
        """)

    private static let startScrub = Command<Bool>(
        "UPDATE photoScrub SET nextAtMs = 0, acceptsDamage = $1 WHERE id = 1")

    static let photosToScrub = Query<BlobID, [UInt8], Int>(
        "SELECT id FROM photo WHERE id > $1 AND damagedAtMs IS NULL ORDER BY id LIMIT $2")

    static let squaresToScrub = Query<BlobID, [UInt8], Int>(
        "SELECT DISTINCT fileID FROM photoSquare WHERE fileID > $1 ORDER BY fileID LIMIT $2")
}
