import RollcallRPC

/// The attempts of one call, counted, and whether there is another.
struct Attempts {
    /// How often a call is made that reaches no handler.
    private static let unprocessedLimit = 4
    /// The pauses before calls that reached no handler; the first is none if the connection is gone.
    private static let unprocessedPause = Backoff(
        initial: .milliseconds(10), multiplier: 2, maximum: .seconds(1), jitter: 0.5)

    private let policy: RetryPolicy?
    private let tokens: RetryTokens
    private var failed = 0

    init(_ policy: RetryPolicy?, tokens: RetryTokens) {
        self.policy = policy
        self.tokens = tokens
    }

    /// How long to wait before the next attempt, nil when the error is the outcome of the call.
    mutating func pause(after error: RPCError, random: Double = .random(in: 0...1)) -> Duration? {
        failed += 1
        // The caller's own clock and its own wish are no reason to go on.
        guard error.code != .cancelled, !error.isOwnDeadline else { return nil }
        if error.wasNotProcessed, !error.hadNoConnection {
            return pauseOfUnprocessed(error, random)
        }
        guard let policy, policy.codes.contains(error.code), failed < policy.maximumAttempts
        else { return nil }
        return paid(policy.backoff, error.pushback, random)
    }

    /// Waits until it is time for the next attempt.
    ///
    /// - Throws: the error, when there is none; `cancelled`.
    mutating func wait(for deadline: CallDeadline, after error: RPCError) async throws {
        guard let duration = pause(after: error), deadline.outlasts(duration) else { throw error }
        try await RollcallRPC.pause(for: duration)
    }

    /// A call that met a connection on its way out costs nobody anything. One that a server refused
    /// is paid for, as the server has more than it can do.
    private func pauseOfUnprocessed(_ error: RPCError, _ random: Double) -> Duration? {
        guard failed < Self.unprocessedLimit else { return nil }
        if error.code == .unavailable, error.pushback == .unsaid {
            return Self.unprocessedPause.pause(after: failed - 1, random: random)
        }
        return paid(Self.unprocessedPause, error.pushback, random)
    }

    private func paid(_ backoff: Backoff, _ pushback: Pushback, _ random: Double) -> Duration? {
        let pause: Duration
        switch pushback {
        case .never: return nil
        case .unsaid: pause = backoff.pause(after: failed, random: random)
        // Not earlier than asked, and not all at once.
        case .after(let asked): pause = asked * (1 + backoff.jitter * random)
        }
        return pause <= backoff.longest && tokens.take() ? pause : nil
    }
}

extension RPCError {
    fileprivate var isOwnDeadline: Bool { code == .deadlineExceeded && wasNotProcessed }
}

extension Backoff {
    /// The longest pause, lengthened as far as it may be.
    fileprivate var longest: Duration { maximum * (1 + jitter) }
}

extension AttemptPolicy {
    var retries: RetryPolicy? {
        if case .retried(let policy) = self { policy } else { nil }
    }

    var hedging: HedgingPolicy? {
        if case .hedged(let policy) = self { policy } else { nil }
    }
}
