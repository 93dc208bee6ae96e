import Synchronization

/// How many attempts beyond the first the calls of a client may make together. So clients do not
/// multiply the load of a server in trouble. Each such attempt takes a token, and a call that ends
/// well returns a part of one.
///
/// While all tokens are there, a call costs it one relaxed load.
public final class RetryBudget: Sendable {
    private static let token = 1000

    private let maximum: Int
    private let perSuccess: Int
    /// In thousandths.
    private let left: Atomic<Int>

    /// - Parameters:
    ///   - maximumTokens: the tokens that there are at first, and at most.
    ///   - tokensPerSuccess: what a call that ends well puts back: the further attempts for each
    ///     such call, in the long run.
    public init(maximumTokens: Double = 100, tokensPerSuccess: Double = 0.1) {
        self.maximum = Int(min(max(0, maximumTokens), 1e9) * Double(Self.token))
        self.perSuccess = Int(min(max(0, tokensPerSuccess), 1e9) * Double(Self.token))
        self.left = Atomic(maximum)
    }

    /// A call has ended well.
    func succeeded() {
        // Threads that look at once may exceed the maximum by a part of a token each.
        guard left.load(ordering: .relaxed) < maximum else { return }
        left.add(perSuccess, ordering: .relaxed)
    }

    /// - Returns: whether there is a token for another attempt; it is then taken.
    func take() -> Bool {
        guard left.subtract(Self.token, ordering: .relaxed).newValue < 0 else { return true }
        left.add(Self.token, ordering: .relaxed)
        return false
    }
}
