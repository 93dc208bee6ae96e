import Synchronization

/// A time that stands still until it is told to move: milliseconds since 1970.
final class TestClock: Sendable {
    private let milliseconds = Mutex<Int64>(1_800_000_000_000)

    func advance(_ duration: Duration) {
        milliseconds.withLock { $0 += duration.components.seconds * 1000 }
    }

    var now: @Sendable () -> Int64 {
        { self.milliseconds.withLock { $0 } }
    }
}
