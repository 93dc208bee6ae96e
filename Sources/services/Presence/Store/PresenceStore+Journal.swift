import RollcallCrypto
import Storage

/// What a restart finds again.
extension PresenceStore {
    /// Writes what has changed. When a user was last seen never goes back, and nothing is written
    /// of a user who was erased meanwhile.
    ///
    /// - Throws: `StorageError`; `CancellationError`, with nothing written.
    func record(_ batch: JournalBatch) async throws {
        try await database.write { transaction in
            for id in batch.ended { try transaction.run(Self.deleteLease, id) }
            for lease in batch.held {
                try transaction.run(
                    Self.setLease, lease.id, lease.user, lease.device.bits, lease.session,
                    lease.duration, lease.mode, lease.isIdle, lease.since)
            }
            for stored in batch.statuses {
                if let status = stored.status {
                    try transaction.run(
                        Self.setStatus, stored.user, status.text, status.end ?? 0)
                } else {
                    try transaction.run(Self.deleteStatus, stored.user)
                }
            }
            for seen in batch.lastSeen {
                try transaction.run(
                    Self.setLastSeen, seen.user, seen.at, UInt32(seen.dayBefore.number))
            }
            if let history = batch.history { try transaction.write(history) }
            try transaction.run(Self.setAlive, batch.aliveAt)
        }
    }

    /// All that was written.
    ///
    /// - Throws: `StorageError`.
    func journal() async throws -> StoredJournal {
        try await database.read { snapshot in
            StoredJournal(
                lastSeen: try snapshot.all(Self.allLastSeen),
                statuses: try snapshot.all(Self.allStatuses),
                settings: try snapshot.all(Self.allSettings),
                leases: try snapshot.all(Self.allLeases),
                aliveAt: try snapshot.first(Self.aliveAt) ?? 0,
                history: try snapshot.history(),
                erased: try snapshot.all(Self.erasedUsers))
        }
    }

    private static let deleteLease = Command<UInt64>("DELETE FROM lease WHERE id = $1")

    /// A device has one row. The lease that it held before has ended.
    private static let setLease = Command<
        UInt64, UUIDv7, UInt64, UUIDv7, UInt32, DeviceMode, Bool, Int64
    >(
        """
        INSERT INTO lease (id, userID, device, sessionID, durationMs, mode, isIdle, sinceMs)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8
        WHERE NOT EXISTS (SELECT 1 FROM erasedUser WHERE userID = $2)
        ON CONFLICT (userID, device) DO UPDATE
        SET id = excluded.id, sessionID = excluded.sessionID, durationMs = excluded.durationMs,
            mode = excluded.mode, isIdle = excluded.isIdle, sinceMs = excluded.sinceMs
        """)

    private static let setLastSeen = Command<UUIDv7, Int64, UInt32>(
        """
        INSERT INTO lastSeen (userID, atMs, dayBefore)
        SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM erasedUser WHERE userID = $1)
        ON CONFLICT (userID) DO UPDATE
        SET atMs = excluded.atMs, dayBefore = excluded.dayBefore
        WHERE lastSeen.atMs < excluded.atMs
        """)

    private static let setStatus = Command<UUIDv7, String, Int64>(
        """
        INSERT INTO status (userID, text, endsAtMs)
        SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM erasedUser WHERE userID = $1)
        ON CONFLICT (userID) DO UPDATE SET text = excluded.text, endsAtMs = excluded.endsAtMs
        """)
    private static let deleteStatus = Command<UUIDv7>("DELETE FROM status WHERE userID = $1")

    private static let setAlive = Command<Int64>(
        """
        INSERT INTO run (id, aliveAtMs) VALUES (1, $1)
        ON CONFLICT (id) DO UPDATE SET aliveAtMs = excluded.aliveAtMs
        """)

    private static let allLastSeen = Query<LastSeen>("SELECT userID, atMs, dayBefore FROM lastSeen")
    private static let allLeases = Query<StoredLease>(
        "SELECT id, userID, device, sessionID, durationMs, mode, isIdle, sinceMs FROM lease")
    private static let allStatuses = Query<StoredStatus>(
        "SELECT userID, text, endsAtMs FROM status")
    private static let aliveAt = Query<Int64>("SELECT aliveAtMs FROM run")
    private static let erasedUsers = Query<UUIDv7>("SELECT userID FROM erasedUser")
}

extension LastSeen: RowValue {
    init(_ columns: inout Columns) throws {
        self.init(
            user: try columns.next(), at: try columns.next(),
            dayBefore: Day(number: UInt16(clamping: try columns.next(as: Int.self))))
    }
}

extension StoredLease: RowValue {
    package init(_ columns: inout Columns) throws {
        self.init(
            id: try columns.next(), user: try columns.next(),
            device: DeviceKey(bits: try columns.next()), session: try columns.next(),
            duration: try columns.next(), mode: try columns.next(), isIdle: try columns.next(),
            since: try columns.next())
    }
}

extension DeviceMode: SQLValue {}

extension StoredStatus: RowValue {
    init(_ columns: inout Columns) throws {
        user = try columns.next()
        let (text, end): (String, Int64) = (try columns.next(), try columns.next())
        status = UserStatus(text: text, end: end == 0 ? nil : end)
    }
}
