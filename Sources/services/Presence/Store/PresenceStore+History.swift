import RollcallCrypto
import Storage

/// The versions of changes, so that watches go on after a restart.
extension PresenceStore {
    /// Sets the version of a user's last change; it never goes back.
    static let setVersion = Command<UUIDv7, UInt64>(
        """
        INSERT INTO userVersion (userID, version) VALUES ($1, $2)
        ON CONFLICT (userID) DO UPDATE SET version = excluded.version
        WHERE userVersion.version < excluded.version
        """)
    static let setView = Command<UUIDv7, UUIDv7, UInt64>(
        """
        INSERT INTO viewVersion (viewerID, userID, version) VALUES ($1, $2, $3)
        ON CONFLICT (viewerID, userID) DO UPDATE SET version = excluded.version
        WHERE viewVersion.version < excluded.version
        """)
    static let raiseFloor = Command<UInt64>(
        "UPDATE history SET floorVersion = $1 WHERE floorVersion < $1")
    static let deleteViews = Command<UUIDv7>(
        "DELETE FROM viewVersion WHERE viewerID = $1 OR userID = $1")

    /// Writes where a run begins.
    ///
    /// - Throws: `StorageError`; `CancellationError`.
    func begin(_ history: VersionHistory) async throws {
        try await database.write { transaction in
            if try transaction.first(Self.storedHistory) == nil {
                try transaction.run(Self.setHistory, history.epoch, true, 0)
            }
            let run = history.beginning
            try transaction.run(Self.setRun, run.base, run.written)
        }
    }

    fileprivate static let setHistory = Command<UInt64, Bool, UInt64>(
        """
        INSERT INTO history (id, epoch, isWhole, floorVersion) VALUES (1, $1, $2, $3)
        ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch, isWhole = excluded.isWhole
        """)
    fileprivate static let setRun = Command<UInt64, UInt64>(
        """
        INSERT INTO historyRun (baseVersion, writtenVersion) VALUES ($1, $2)
        ON CONFLICT (baseVersion) DO UPDATE SET writtenVersion = excluded.writtenVersion
        """)
    fileprivate static let addRun = Command<UInt64>(
        """
        INSERT INTO historyRun (baseVersion, writtenVersion) VALUES ($1, $1)
        ON CONFLICT (baseVersion) DO NOTHING
        """)
    fileprivate static let deleteViewsBelow = Command<UInt64>(
        "DELETE FROM viewVersion WHERE version < $1")

    fileprivate static let storedHistory = Query<StoredHistory>(
        "SELECT epoch, isWhole, floorVersion FROM history"
    ) { StoredHistory(epoch: try $0.next(), isWhole: try $0.next(), floor: try $0.next()) }
    fileprivate static let runs = Query<VersionHistory.Run>(
        "SELECT baseVersion, writtenVersion FROM historyRun ORDER BY baseVersion"
    ) { VersionHistory.Run(base: try $0.next(), written: try $0.next()) }
    fileprivate static let versions = Query<UserVersion>(
        "SELECT userID, version FROM userVersion ORDER BY version"
    ) { UserVersion(user: try $0.next(), version: try $0.next()) }
    fileprivate static let views = Query<ViewVersion>(
        "SELECT viewerID, userID, version FROM viewVersion ORDER BY version"
    ) { ViewVersion(viewer: try $0.next(), user: try $0.next(), version: try $0.next()) }
}

extension Transaction {
    /// - Throws: `StorageError`.
    func write(_ history: HistoryBatch) throws {
        try run(PresenceStore.setHistory, history.epoch, history.isWhole, history.floor)
        try run(PresenceStore.raiseFloor, history.floor)
        try write(history.views)
        for change in history.versions {
            try run(PresenceStore.setVersion, change.user, change.version)
        }
        try run(PresenceStore.deleteViewsBelow, history.floor)
        if history.isWhole {
            try run(PresenceStore.setRun, history.run.base, history.run.written)
        } else {
            // Of a run whose beginning was not written: the next one must not begin at the same
            // version.
            try run(PresenceStore.addRun, history.run.base)
        }
    }

    /// - Throws: `StorageError`.
    func write(_ views: [ViewVersion]) throws {
        for view in views {
            try run(PresenceStore.setView, view.viewer, view.user, view.version)
        }
    }

}

extension Snapshot {
    /// - Throws: `StorageError`.
    func history() throws -> StoredHistory {
        var history = try first(PresenceStore.storedHistory) ?? StoredHistory()
        history.runs = try all(PresenceStore.runs)
        history.versions = try all(PresenceStore.versions)
        history.views = try all(PresenceStore.views)
        return history
    }
}
