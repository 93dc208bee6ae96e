import RollcallRPC

/// How often a call is tried.
///
/// Whatever the policy, a call that certainly reached no handler (`RPCError.wasNotProcessed`) is
/// made again by itself.
public indirect enum AttemptPolicy: Sendable, Hashable {
    case once
    /// Again after it has failed, if it is unary or streams to its caller only.
    case retried(RetryPolicy)
    /// Again while it is still running, if it is unary.
    case hedged(HedgingPolicy)
}

/// When a call that has failed is made again, as in gRPC
/// (https://github.com/grpc/proposal/blob/master/A6-client-retries.md). A call that streams to its
/// caller is, until its first message has come.
///
/// A server that answers with the trailer `retry-pushback-ms` sets the pause itself, or forbids
/// another attempt.
public struct RetryPolicy: Sendable, Hashable {
    /// The most attempts that a call is made, the first included.
    static let attemptLimit = 5

    /// Attempts of a call, the first included: 2 to 5.
    public var maximumAttempts: Int
    /// The pauses between them. A server that asks for a longer pause than the maximum is not asked
    /// again.
    public var backoff: Backoff
    /// The codes after which another attempt may help, and does no harm.
    public var codes: Set<StatusCode>

    public init(
        maximumAttempts: Int = 3,
        backoff: Backoff = Backoff(initial: .milliseconds(50), multiplier: 2, maximum: .seconds(2)),
        codes: Set<StatusCode> = [.unavailable]
    ) {
        self.maximumAttempts = min(maximumAttempts, Self.attemptLimit)
        self.backoff = backoff
        self.codes = codes
    }
}

/// When a call is made again before the first attempt has ended: for reads, whose slowest answers
/// take long. The first answer counts, and the other attempts are cancelled.
public struct HedgingPolicy: Sendable, Hashable {
    /// How long each attempt has before another is made beside it.
    public var delay: Duration
    /// Attempts of a call, the first included: 2 to 5.
    public var maximumAttempts: Int
    /// The codes that make way for the next attempt at once. Any other ends the call.
    public var codes: Set<StatusCode>

    public init(
        delay: Duration, maximumAttempts: Int = 2, codes: Set<StatusCode> = [.unavailable]
    ) {
        self.delay = delay
        self.maximumAttempts = min(maximumAttempts, RetryPolicy.attemptLimit)
        self.codes = codes
    }
}
