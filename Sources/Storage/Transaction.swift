/// A transaction that writes: it sees what it has written itself, and is whole or not at all.
///
/// `Event` is what others must hear of once it is committed.
package final class Transaction<Event: Sendable>: Snapshot {
    private(set) var events: [Event] = []

    /// Runs a statement that changes rows.
    ///
    /// - Returns: the number of rows that it has changed.
    /// - Throws: `StorageError`; `constraint` if a row would break a rule of its table. An expected
    ///   conflict is no error: `ON CONFLICT` says what is done then.
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

    /// Has others hear of something: after the commit, in the order in which it was told, and before
    /// the writer is answered.
    package func tell(_ event: Event) {
        events.append(event)
    }
}
