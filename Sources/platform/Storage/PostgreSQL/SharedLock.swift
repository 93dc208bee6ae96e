import Foundation

/// A lock that many threads share, or one thread holds alone.
///
/// A thread that wants it alone waits until all others have let go. Threads that come meanwhile
/// wait behind it, so that they cannot keep it out for ever.
final class SharedLock: @unchecked Sendable {
    // Both are guarded by the condition.
    private var holders = 0
    private var isClaimed = false
    private let condition = NSCondition()

    func withShared<T>(_ body: () throws -> T) rethrows -> T {
        condition.withLock {
            while isClaimed { condition.wait() }
            holders += 1
        }
        defer { change { holders -= 1 } }
        return try body()
    }

    func withExclusive<T>(_ body: () throws -> T) rethrows -> T {
        condition.withLock {
            while isClaimed { condition.wait() }
            isClaimed = true
            while holders > 0 { condition.wait() }
        }
        defer { change { isClaimed = false } }
        return try body()
    }

    private func change(_ body: () -> Void) {
        condition.withLock {
            body()
            condition.broadcast()
        }
    }
}
