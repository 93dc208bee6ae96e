import Dispatch
import Glibc
import RollcallRPC

/// Runs a write again that the server has undone because it met another.
///
/// Writes that change the same row push each other aside. So after some attempts a write runs alone
/// in this process. Against the writes of other processes, it pauses before each further attempt.
final class ConflictRetry: Sendable {
    /// How often a write is run beside others.
    private static let sharedAttempts = 3
    /// For how long it is run again. Where another process writes all the time, most attempts fail.
    private static let patience = Duration.seconds(5)

    /// Writes run on it at the same time. A write that runs alone is a barrier: those that come
    /// later wait behind it, so that they cannot keep it out for ever.
    private let queue = DispatchQueue(label: "rollcall.storage.conflicts", attributes: .concurrent)
    private static let backoff = Backoff(
        initial: .milliseconds(1), multiplier: 2, maximum: .milliseconds(30), jitter: 1)

    /// - Throws: `StorageError.overloaded` if it met others each time; what the body throws.
    func retrying<T>(_ body: () throws -> T) throws -> T {
        let end = ContinuousClock.now + Self.patience
        for failures in 1...Self.sharedAttempts {
            if let value = try attempt(failures, { try queue.sync(execute: body) }) { return value }
        }
        return try queue.sync(flags: .barrier) {
            var failures = 0
            repeat {
                failures += 1
                if let value = try attempt(failures, body) { return value }
            } while ContinuousClock.now < end
            throw StorageError.overloaded
        }
    }

    /// - Returns: `nil` after a conflict and a pause.
    private func attempt<T>(_ number: Int, _ body: () throws -> T) throws -> T? {
        do { return try body() } catch is SerializationConflict {}
        usleep(CUnsignedInt(Self.backoff.pause(after: number) / .microseconds(1)))
        return nil
    }
}
