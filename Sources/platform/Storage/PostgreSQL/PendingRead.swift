/// A read of one row by one statement, which a caller waits for. The statement finds the row by a
/// key: the engine may send many of different callers in one go, and then each waits for all of
/// them.
struct PendingRead: Sendable {
    let statement: StatementID
    let bind: @Sendable (any PreparedStatement) -> Void
    /// Reads the row of an executed statement, and answers the caller.
    let settleBy: @Sendable (any PreparedStatement) -> Void
    /// Runs the read on its own, and answers the caller.
    let settleOn: @Sendable (any Connection) -> Void
    let refuse: @Sendable (any Error) -> Void
}

extension PendingRead {
    /// Reads the first row of a query.
    init<Output: Sendable, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter,
        for caller: CheckedContinuation<Output?, any Error>
    ) {
        @Sendable func answer(_ row: () throws -> Output?) {
            do { caller.resume(returning: try row()) } catch { refuse(error) }
        }
        @Sendable func refuse(_ error: any Error) {
            caller.resume(
                throwing: error is SerializationConflict ? StorageError.overloaded : error)
        }
        self.init(
            statement: query.id,
            bind: { $0.bind(repeat each parameters) },
            settleBy: { statement in answer { try query.first(of: statement) } },
            settleOn: { connection in
                answer { try query.first(on: connection, repeat each parameters) }
            },
            refuse: refuse)
    }
}
