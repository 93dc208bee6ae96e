import Glibc
import NIOConcurrencyHelpers
import RollcallRPC

/// Runs a write again that the server has undone because it met another.
///
/// Of this process one at a time does so: where all writes meet at one row they come one after
/// another, and do not push each other aside again and again. For the other processes there are
/// pauses.
final class ConflictRetry: Sendable {
    /// How often a write is run at most.
    static let attempts = 16

    private let line = NIOLock()
    private static let backoff = Backoff(
        initial: .milliseconds(1), multiplier: 2, maximum: .milliseconds(100), jitter: 1)

    /// - Throws: `StorageError.overloaded` if it met others each time; what the body throws.
    func retrying<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch is SerializationConflict {}
        return try line.withLock {
            for failures in 1..<Self.attempts {
                let pause = Self.backoff.pause(after: failures)
                usleep(CUnsignedInt(pause / .microseconds(1)))
                do { return try body() } catch is SerializationConflict {}
            }
            throw StorageError.overloaded
        }
    }
}
