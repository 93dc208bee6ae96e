import GRDB

extension SQLiteStore {
    /// Calls `body` after each commit that has inserted rows into `table`, for as long as the store
    /// is open. Rows that were taken back do not count.
    ///
    /// - Parameters:
    ///   - body: called with the number of rows, on the writer's thread: it must not wait.
    package func onInsert(into table: String, _ body: @escaping @Sendable (Int) -> Void) {
        observe(InsertObserver(table: table, body: body))
    }
}

/// Counts the rows of a transaction, until it is committed or not.
private final class InsertObserver: TransactionObserver {
    private let table: String
    private let body: @Sendable (Int) -> Void
    /// GRDB calls all of these on one queue.
    private var count = 0

    init(table: String, body: @escaping @Sendable (Int) -> Void) {
        self.table = table
        self.body = body
    }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        guard case .insert(let name) = kind else { return false }
        return name == table
    }

    func databaseDidChange(with event: DatabaseEvent) {
        count += 1
    }

    func databaseDidCommit(_ db: Database) {
        defer { count = 0 }
        if count > 0 { body(count) }
    }

    func databaseDidRollback(_ db: Database) {
        count = 0
    }
}
