import RollcallRPC

/// The attempts of a hedged call, as a value: when there is another, and when the call has failed.
struct Hedges {
    enum Next: Equatable {
        /// The error is the outcome of the call.
        case fail
        case attempt
        /// Attempt again when the pause is over, unless other attempts have ended the call by then.
        case pause(Duration)
        /// Other attempts are under way.
        case wait
    }

    /// A server that asks for a longer pause is not asked again.
    private static let longestPause = Duration.seconds(10)

    private let policy: HedgingPolicy
    private let tokens: RetryTokens
    private var made = 1
    private var running = 1
    private var isOver = false
    /// The number of the delay that counts. Each attempt, and each server that asks for a pause,
    /// begins another.
    private(set) var delay = 1

    init(_ policy: HedgingPolicy, tokens: RetryTokens) {
        self.policy = policy
        self.tokens = tokens
    }

    var isRunning: Bool { running > 0 }

    /// What follows when a delay is over.
    mutating func delayPassed(_ number: Int) -> Next {
        guard number == delay else { return .wait }
        if begin() { return .attempt }
        return isRunning ? .wait : .fail
    }

    /// What follows when an attempt has failed.
    mutating func failed(_ error: RPCError) -> Next {
        running -= 1
        guard policy.codes.contains(error.code) else { return .fail }
        switch error.pushback {
        case .unsaid:
            if begin() { return .attempt }
        case .after(let pause) where mayBegin && pause <= Self.longestPause:
            delay += 1
            return .pause(pause)
        case .after, .never:
            isOver = true
        }
        return isRunning ? .wait : .fail
    }

    private var mayBegin: Bool { !isOver && made < policy.maximumAttempts }

    private mutating func begin() -> Bool {
        guard mayBegin, tokens.take() else { return false }
        made += 1
        running += 1
        delay += 1
        return true
    }
}
