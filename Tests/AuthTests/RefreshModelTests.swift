import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

/// Owners whose replies get lost, thieves with copies of tokens, restarts: in every order that
/// chance brings, the answer is the model's.
@Suite struct RefreshModelTests {
    /// What the contract says of a session: the tokens that it has had, the last of them current.
    private struct Model {
        var tokens: [String]
        var hasEnded = false

        enum Answer: Equatable {
            case tokens(String?)
            case refused(Reason)
        }

        /// - Returns: what must be answered; `tokens(nil)` is a token never seen before.
        mutating func answer(_ index: Int) -> Answer {
            if hasEnded { return .refused(.sessionEnded) }
            switch tokens.count - 1 - index {
            case 0: return .tokens(nil)
            case 1: return .tokens(tokens[index + 1])
            default:
                hasEnded = true
                return .refused(.refreshTokenReused)
            }
        }
    }

    @Test(arguments: 0..<4)
    func everyAnswerIsTheModels(seed: UInt64) async throws {
        try await withAuth { world in
            var chance = SplitMix(state: seed)
            _ = try await world.client.signUp(.anna())
            for _ in 0..<12 {
                let opened = try await world.client.signIn(
                    SignInRequest(email: "anna@example.com", password: "correct horse"))
                var model = Model(tokens: [try #require(opened.tokens?.refreshToken)])
                for _ in 0..<Int.random(in: 1...30, using: &chance) {
                    try await step(&model, world, &chance)
                }
            }
        }
    }

    private func step(
        _ model: inout Model, _ world: AuthWorld, _ chance: inout SplitMix
    ) async throws {
        world.clock.advance(.seconds(Int.random(in: 0...1000, using: &chance)))
        if Int.random(in: 0..<40, using: &chance) == 0 {
            try await world.stop()
            try await world.start()
        }
        // Most often the newest, sometimes the one before, seldom an older one.
        let age = [0, 0, 0, 0, 0, 1, 1, 1, Int.random(in: 0...5, using: &chance)]
        let index = model.tokens.count - 1 - (age.randomElement(using: &chance) ?? 0)
        let token = model.tokens[max(index, 0)]
        let expected = model.answer(max(index, 0))
        let answer: Model.Answer
        do {
            let response = try await world.client.refresh(RefreshRequest(refreshToken: token))
            answer = .tokens(response.tokens?.refreshToken)
        } catch let error as RPCError {
            answer = .refused(try #require(error.reasons.first))
        }
        guard case .tokens(nil) = expected, case .tokens(let new?) = answer else {
            #expect(answer == expected)
            return
        }
        #expect(!model.tokens.contains(new))
        model.tokens.append(new)
    }
}

/// Random numbers that a seed repeats (Steele et al., OOPSLA 2014).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
