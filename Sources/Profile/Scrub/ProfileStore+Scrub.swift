import Blobs
import Storage

/// How far the search for damaged files is. All times are milliseconds since 1970 by the database's clock.
struct ScrubState: Sendable, Equatable {
    /// When the pass began; nil while none is under way.
    let beganAt: Int64?
    /// The last file of the pass that was read; nil before the first.
    let lastFile: BlobID?
    /// What the pass has read and found, or if none is under way, the last one.
    let files: Int64
    let bytes: Int64
    let damagedFiles: Int64
    /// Whether any number of damaged files is believed.
    let acceptsDamage: Bool
    /// Why it does not go on; nil if it does.
    let trouble: String?
    /// When the last whole pass ended; nil before the first.
    let endedAt: Int64?
    /// When there is something to do next.
    let nextAt: Int64
    let now: Int64
}

/// One instance at a time reads all files, in the order of their ids. The row `photoScrub` names that instance,
/// says when its lease ends, and which file it read last. Another instance that takes the lease reads from there.
///
/// Two instances read at once if one was stopped for longer than its lease. That does no harm: each marks a photo
/// only if its row is as it was before the file was read.
extension ProfileStore {
    func scrubState() async throws -> ScrubState {
        try await read { try $0.scrubState() }
    }

    /// Takes the lease, or renews it, if there is something to do and no other instance has it. Begins a pass if
    /// none is under way.
    ///
    /// - Parameters:
    ///   - holder: the instance, chosen by chance.
    ///   - lease: milliseconds.
    /// - Returns: whether the instance is to read the next files; and how it stands either way.
    func takeScrub(holder: Int64, lease: Int64) async throws -> (isOurs: Bool, state: ScrubState) {
        try await write { transaction in
            let isOurs = try transaction.run(Self.takeScrub, holder, lease) == 1
            return (isOurs, try transaction.scrubState())
        }
    }

    /// Writes down what was read, and renews the lease, if the instance has it still.
    func advanceScrub(holder: Int64, _ progress: ScrubProgress, lease: Int64) async throws {
        _ = try await write {
            try $0.run(
                Self.advanceScrub, holder, progress.lastFile, progress.files, progress.bytes,
                progress.damagedFiles, lease)
        }
    }

    /// Lets the pass rest, for whichever instance takes it up again.
    ///
    /// - Parameters:
    ///   - trouble: why; nil for nothing that anybody has to know.
    ///   - pause: milliseconds.
    func pauseScrub(holder: Int64, because trouble: String?, pause: Int64) async throws {
        _ = try await write { try $0.run(Self.pauseScrub, holder, trouble, pause) }
    }

    /// Notes that all files were read.
    ///
    /// - Parameter interval: milliseconds from the beginning of this pass to that of the next.
    func endScrub(holder: Int64, interval: Int64) async throws {
        _ = try await write { try $0.run(Self.endScrub, holder, interval) }
    }

    /// Lets a pass begin now, or one that rests go on.
    ///
    /// - Parameter acceptsDamage: whether it believes any number of damaged files.
    func startScrub(acceptingDamage acceptsDamage: Bool) async throws {
        _ = try await write { try $0.run(Self.startScrub, acceptsDamage) }
    }

    /// The next files, in the order of their ids: photos that are sound as far as is known, and squares.
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

/// What an instance has read since it wrote that down last.
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
