import NIOConcurrencyHelpers
import Synchronization

/// Has commits be told in the order in which their COMMITs were sent.
///
/// A transaction that has seen another's rows sends its COMMIT after the other's was done, and so
/// is told after it, whatever thread hears from the server first. Of two that have not seen each
/// other either may be told first. The order is that of this process: what other processes commit
/// is not told here.
final class CommitOrder: Sendable {
    struct Turn {
        fileprivate let number: Int
    }

    private let last = Atomic(-1)
    private let current = ConditionLock(value: 0)

    /// Right before COMMIT is sent. The turn must be used.
    func next() -> Turn {
        Turn(number: last.add(1, ordering: .relaxed).newValue)
    }

    /// Waits for those before, and runs a body: the deliveries of a commit, or nothing after a
    /// failure.
    func use(_ turn: Turn, _ body: () throws -> Void) rethrows {
        current.lock(whenValue: turn.number)
        defer { current.unlock(withValue: turn.number + 1) }
        try body()
    }
}
