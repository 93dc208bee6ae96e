import RollcallRPC

/// When a call that has failed is made again, as in gRPC
/// (https://github.com/grpc/proposal/blob/master/A6-client-retries.md). A server-streaming call is
/// made again only before its first message. A call of an RPC that is not repeatable
/// (`Method.isRepeatable`) is not made again.
///
/// By the trailer `retry-pushback-ms` a server sets the pause itself, or forbids another attempt.
public struct RetryPolicy: Sendable, Hashable {
    /// Attempts of a call, the first included: 2 to 5.
    public var maximumAttempts: Int
    /// The pauses between them. If the server asks for a pause longer than the maximum, there is no
    /// other attempt.
    public var backoff: Backoff
    /// The codes after which another attempt is made.
    public var codes: Set<StatusCode>

    public init(
        maximumAttempts: Int = 3,
        backoff: Backoff = Backoff(initial: .milliseconds(50), multiplier: 2, maximum: .seconds(2)),
        codes: Set<StatusCode> = [.unavailable]
    ) {
        self.maximumAttempts = min(maximumAttempts, 5)
        self.backoff = backoff
        self.codes = codes
    }
}
