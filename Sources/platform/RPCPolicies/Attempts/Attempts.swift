import RollcallRPC

/// Counts the attempts of one call, and decides whether there is another.
struct Attempts {
    /// The most attempts of a call that reaches no handler.
    private static let unprocessedLimit = 4
    /// The pauses before repeated calls that reached no handler. The first is zero if the
    /// connection is closed.
    private static let unprocessedPause = Backoff(
        initial: .milliseconds(10), multiplier: 2, maximum: .seconds(1), jitter: 0.5)

    private let policy: RetryPolicy?
    private let budget: RetryBudget
    private var failed = 0

    init(_ policy: RetryPolicy?, budget: RetryBudget) {
        self.policy = policy
        self.budget = budget
    }

    /// The pause before the next attempt; nil if the error is the outcome of the call.
    mutating func pause(after error: RPCError, random: Double = .random(in: 0...1)) -> Duration? {
        failed += 1
        // A deadline or a cancellation by the caller ends the attempts.
        guard error.code != .cancelled, !error.isOwnDeadline else { return nil }
        if error.wasNotProcessed, !error.hadNoConnection {
            return pauseOfUnprocessed(error, random)
        }
        guard let policy, policy.codes.contains(error.code), failed < policy.maximumAttempts
        else { return nil }
        return paid(policy.backoff, error.pushback, random)
    }

    /// Waits until the next attempt is due.
    ///
    /// - Throws: the error, if there is no next attempt; `cancelled`.
    mutating func wait(for deadline: CallDeadline, after error: RPCError) async throws {
        guard let duration = pause(after: error), deadline.outlasts(duration) else { throw error }
        try await RollcallRPC.pause(for: duration)
    }

    /// A call that failed with its connection costs the retry budget nothing. A call that a server
    /// refused does, as that server is overloaded.
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
        // Not earlier than requested, and with jitter.
        case .after(let asked): pause = asked * (1 + backoff.jitter * random)
        }
        return pause <= backoff.longest && budget.take() ? pause : nil
    }
}

extension RPCError {
    fileprivate var isOwnDeadline: Bool { code == .deadlineExceeded && wasNotProcessed }
}

extension Backoff {
    /// The longest pause, with the largest jitter.
    fileprivate var longest: Duration { maximum * (1 + jitter) }
}
