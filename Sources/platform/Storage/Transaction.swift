/// A transaction that writes. It sees its own changes, and is committed whole or not at all.
///
/// `Event` is reported to others after the commit.
package final class Transaction<Event: Sendable>: Snapshot {
    private(set) var events: [Event] = []

    /// Runs a statement that changes rows.
    ///
    /// - Returns: the number of rows changed.
    /// - Throws: `StorageError`; `constraint` if a row would violate a constraint of its table. An
    ///   expected conflict is no error: use `ON CONFLICT`.
    @discardableResult
    package func run<each Parameter: SQLValue>(
        _ command: Command<repeat each Parameter>, _ parameters: repeat each Parameter
    ) throws -> Int {
        try run(
            command.id, repeat each parameters,
            then: { statement in
                while try statement.step() {}
                return statement.changes
            })
    }

    /// Runs a statement of whose answer nothing depends. A server gets it with the next one, or
    /// with COMMIT, so nobody waits for it.
    ///
    /// - Throws: as `run`; or else the next statement does, or the commit.
    package func submit<each Parameter: SQLValue>(
        _ command: Command<repeat each Parameter>, _ parameters: repeat each Parameter
    ) throws {
        try run(command.id, repeat each parameters, then: { try $0.submit() })
    }

    /// Reports an event to others: after the commit, in the order of the calls, and before the
    /// writer is answered.
    package func tell(_ event: Event) {
        events.append(event)
    }
}
