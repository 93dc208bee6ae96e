import NIOConcurrencyHelpers
import Synchronization

/// Delivers commits in the order in which their COMMITs were sent.
///
/// If a transaction has seen another's rows, it sends its COMMIT after the other's is done. So it
/// is delivered after it, whichever thread gets the server's answer first. Two transactions that
/// have not seen each other may come in either order. The order covers this process: commits of
/// other processes are not delivered here.
final class CommitOrder: Sendable {
    struct Turn {
        fileprivate let number: Int
    }

    private let last = Atomic(-1)
    private let current = ConditionLock(value: 0)

    /// Takes a turn right before COMMIT is sent. The turn must be used.
    func next() -> Turn {
        Turn(number: last.add(1, ordering: .relaxed).newValue)
    }

    /// Waits for earlier turns, and runs a body: the deliveries of a commit, or nothing after a
    /// failure.
    func use(_ turn: Turn, _ body: () throws -> Void) rethrows {
        current.lock(whenValue: turn.number)
        defer { current.unlock(withValue: turn.number + 1) }
        try body()
    }
}
