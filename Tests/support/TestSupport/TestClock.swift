import Synchronization

/// Two clocks that stand still until they are moved: the wall clock, and one that nobody sets.
package final class TestClock: Sendable {
    package static let day: Int64 = 86_400_000

    private let state = Mutex<(now: Int64, uptime: Int64)>((1_800_000_000_000, 5_000_000))

    package init() {}

    /// Reads the wall clock: milliseconds since 1970-01-01 UTC.
    package var now: @Sendable () -> Int64 {
        { self.state.withLock { $0.now } }
    }

    /// Reads the clock that nobody sets, in milliseconds.
    package var uptime: @Sendable () -> Int64 {
        { self.state.withLock { $0.uptime } }
    }

    /// Time passes.
    package func advance(_ milliseconds: Int64) {
        state.withLock {
            $0.now += milliseconds
            $0.uptime += milliseconds
        }
    }

    package func advance(_ duration: Duration) {
        advance(Int64(duration / .milliseconds(1)))
    }

    /// Somebody sets the wall clock.
    package func set(by milliseconds: Int64) {
        state.withLock { $0.now += milliseconds }
    }

    package func set(by duration: Duration) {
        set(by: Int64(duration / .milliseconds(1)))
    }
}
