import GRDB
import RollcallCrypto

/// Tells those who watch a session when its account has changed, whoever has changed it.
///
/// GRDB calls it on the writer's connection alone, and tells it nothing of what was rolled back.
final class AccountObserver: TransactionObserver {
    private let hub: SessionHub
    /// Of the transaction that is under way.
    private var rows: Set<Int64> = []

    init(_ hub: SessionHub) {
        self.hub = hub
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
        guard case .update(let table, _) = eventKind else { return false }
        return table == "account"
    }

    func databaseDidChange(with event: DatabaseEvent) {
        rows.insert(event.rowID)
    }

    func databaseDidCommit(_ db: Database) {
        let changed = rows
        rows = []
        guard hub.isWatched else { return }
        // An account that cannot be read here is one more that nobody is told of.
        hub.changed(accounts: changed.compactMap { try? db.accountID(ofRow: $0) })
    }

    func databaseDidRollback(_ db: Database) {
        rows = []
    }
}

extension Database {
    fileprivate func accountID(ofRow row: Int64) throws -> UUIDv7? {
        try Row.fetchOne(
            cachedStatement(sql: "SELECT id FROM account WHERE rowid = ?"), arguments: [row]
        )?.id("id")
    }
}
