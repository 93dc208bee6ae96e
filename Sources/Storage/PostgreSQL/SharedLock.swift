import Foundation

/// A lock that many hold together, or one alone. Whoever wants it alone waits for those who hold it, and
/// lets nobody else in: it is never kept out by those who come and go.
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
