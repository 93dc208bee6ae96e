import Synchronization

/// A time that stands still until it is told to move: milliseconds since 1970, and since some instant.
final class TestClock: Sendable {
    private let state = Mutex<(now: Int64, uptime: Int64)>((1_800_000_000_000, 0))

    /// Time goes by.
    func advance(_ duration: Duration) {
        state.withLock {
            $0.now += duration.components.seconds * 1000
            $0.uptime += duration.components.seconds * 1000
        }
    }

    /// Somebody sets the clock.
    func set(by duration: Duration) {
        state.withLock { $0.now += duration.components.seconds * 1000 }
    }

    var now: @Sendable () -> Int64 {
        { self.state.withLock { $0.now } }
    }

    var uptime: @Sendable () -> Int64 {
        { self.state.withLock { $0.uptime } }
    }
}
