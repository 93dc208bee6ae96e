import Synchronization

/// When something was done for the last time, if ever.
final class MonotonicTime: Sendable {
    private let time = Mutex<Int64?>(nil)

    /// - Returns: what it was before.
    func replace(with now: Int64) -> Int64? {
        time.withLock { time in
            defer { time = now }
            return time
        }
    }
}
