import RollcallAPI
import RollcallRPC

/// Repeats a call of a check of the services that failed for the moment, so that one full queue or
/// one late answer does not end a check that has come far. For calls that may be made twice.
enum RepeatedCalls {
    /// Attempts of one call, the first included.
    static let limit = 4
    /// A service that asks for a longer pause is not asked again.
    static let longestPause = Duration.seconds(30)

    /// The pauses where the service has asked for none.
    private static let backoff = Backoff(
        initial: .milliseconds(250), multiplier: 2, maximum: .seconds(2), jitter: 0)

    static func repeating<T>(_ body: () async throws -> T) async throws -> T {
        var failures = 0
        while true {
            do {
                return try await body()
            } catch let error as RPCError {
                failures += 1
                guard let pause = pause(after: error, failures: failures) else { throw error }
                try await Task.sleep(for: pause)
            }
        }
    }

    /// - Returns: how long to wait before the next attempt; nil when there is none.
    static func pause(after error: RPCError, failures: Int) -> Duration? {
        guard failures < limit, [.unavailable, .deadlineExceeded].contains(error.code) else {
            return nil
        }
        // As long as the trailer `retry-pushback-ms` says.
        let asked = Duration.milliseconds(error.detail(ErrorInfo.self)?.retryAfterMs ?? 0)
        let pause = max(asked, backoff.pause(after: failures))
        return pause <= longestPause ? pause : nil
    }
}
