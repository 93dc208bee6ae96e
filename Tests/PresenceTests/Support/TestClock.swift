import Synchronization

/// Two clocks that stand still until they are moved: one that nobody sets, and one on the wall.
final class TestClock: Sendable {
    private struct Hands {
        var steady: Int64 = 5_000_000
        var wall: Int64 = 1_800_000_000_000
    }

    private let hands = Mutex(Hands())

    var steady: Int64 { hands.withLock { $0.steady } }
    var wall: Int64 { hands.withLock { $0.wall } }

    /// Time passes.
    func pass(_ milliseconds: Int64) {
        hands.withLock {
            $0.steady += milliseconds
            $0.wall += milliseconds
        }
    }

    /// Somebody sets the wall clock.
    func setWall(by milliseconds: Int64) {
        hands.withLock { $0.wall += milliseconds }
    }
}
