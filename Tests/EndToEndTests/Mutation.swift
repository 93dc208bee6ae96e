import RollcallRPC
import Testing

/// A call that changes something at Auth, and what must hold of it whether or not it was answered
/// before Auth died.
struct Mutation: Sendable {
    /// Such as `AuthService/SignIn`.
    let rpc: String
    /// Whether it changes something for everybody, so that nothing else may be under way.
    let isAlone: Bool
    /// Brings somebody to where the call can be made.
    let begin: @Sendable (Resident) async throws -> Attempt

    init(
        _ rpc: String, isAlone: Bool = false,
        begin: @escaping @Sendable (Resident) async throws -> Attempt
    ) {
        self.rpc = rpc
        self.isAlone = isAlone
        self.begin = begin
    }

    static let all = withoutPresence + [checkConsistency]

    /// Those that are made while Presence is away: what it is to be told waits meanwhile.
    private static let withoutPresence =
        sessions + otherWays + ownAccount + factors + mailedProofs + addressChanges
        + administration + operation + imports + waysIn

    /// All that need no Presence, some to be under way at the same time, in an order that is never
    /// the same.
    static func round() -> [[Mutation]] {
        let others = withoutPresence.filter { !$0.isAlone }.shuffled()
        let together = stride(from: 0, to: others.count, by: batchSize).map {
            Array(others[$0..<min($0 + batchSize, others.count)])
        }
        return (together + withoutPresence.filter(\.isAlone).map { [$0] }).shuffled()
    }

    /// So many rounds that there are `count` batches.
    static func batches(_ count: Int) -> [[Mutation]] {
        var batches: [[Mutation]] = []
        while batches.count < count { batches += round() }
        return Array(batches.prefix(count))
    }

    private static let batchSize = 6
}

/// A call that can be made once.
struct Attempt: Sendable {
    /// Makes the call, and says what became of it.
    let make: @Sendable () async -> Outcome

    /// - Parameter check: looks, after Auth's return, whether all is as it must be. It is told the
    ///   answer; `nil` when there was none.
    init<Answer: Sendable>(
        _ call: @escaping @Sendable () async throws -> Answer,
        check: @escaping @Sendable (Answer?) async throws -> Void
    ) {
        make = {
            do {
                let answer = try await call()
                return Outcome(error: nil) { try await check(answer) }
            } catch {
                let error = error as? RPCError ?? RPCError(.unknown, "\(error)")
                return Outcome(error: error) { try await check(nil) }
            }
        }
    }
}

/// What became of a call.
struct Outcome: Sendable {
    /// `nil` when it was answered.
    let error: RPCError?
    let check: @Sendable () async throws -> Void

    var isAcknowledged: Bool { error == nil }
}

/// Checks that a proof counts once: never again when its use was acknowledged, and otherwise once
/// in sum.
///
/// - Parameters:
///   - isUsed: whether what it is for has happened.
///   - use: whether it is taken.
func expectOnce(
    isAcknowledged: Bool, isUsed: Bool, _ use: () async throws -> Bool
) async throws {
    #expect(isUsed || !isAcknowledged, "what was acknowledged has not happened")
    let isTaken = try await use()
    #expect(isTaken == !isUsed, "a proof was used twice, or was lost")
    let isTakenAgain = try await use()
    #expect(!isTakenAgain, "a proof was used twice")
}
