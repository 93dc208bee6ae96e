import Glibc
import RollcallRPC

/// Runs a write again that the server has undone because it met another.
///
/// Writes that change the same row push each other aside. So after some attempts a write runs alone
/// in this process. Against the writes of other processes, it pauses before each further attempt.
final class ConflictRetry: Sendable {
    /// How often a write is run beside others.
    private static let sharedAttempts = 3
    /// How often it is run alone.
    private static let exclusiveAttempts = 12

    private let lock = SharedLock()
    private static let backoff = Backoff(
        initial: .milliseconds(1), multiplier: 2, maximum: .milliseconds(100), jitter: 1)

    /// - Throws: `StorageError.overloaded` if it met others each time; what the body throws.
    func retrying<T>(_ body: () throws -> T) throws -> T {
        if let value = try attempt(Self.sharedAttempts, { try lock.withShared(body) }) {
            return value
        }
        let value = try lock.withExclusive { try attempt(Self.exclusiveAttempts, body) }
        guard let value else { throw StorageError.overloaded }
        return value
    }

    /// - Returns: `nil` if there was a conflict each time.
    private func attempt<T>(_ count: Int, _ body: () throws -> T) throws -> T? {
        for failures in 1...count {
            do { return try body() } catch is SerializationConflict {}
            let pause = Self.backoff.pause(after: failures)
            usleep(CUnsignedInt(pause / .microseconds(1)))
        }
        return nil
    }
}
