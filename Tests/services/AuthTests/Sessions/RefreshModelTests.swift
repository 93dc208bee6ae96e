import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

/// Owners whose replies get lost, thieves with copies of tokens, restarts: in every order that
/// chance brings, the answer is the model's.
@Suite(.onEachEngine) struct RefreshModelTests {
    /// What the contract says of a session: the tokens that it has had, and which of them count.
    private struct Model {
        var tokens: [String]
        var current = 0
        var previous: Int?
        /// When the current token was given out, in milliseconds since 1970.
        var givenOutAt: Int64
        var hasEnded = false

        enum Answer: Equatable {
            case tokens(String?)
            case refused(Reason)
        }

        /// - Returns: what must be answered; `tokens(nil)` is a token never seen before.
        mutating func answer(_ index: Int, at now: Int64) -> Answer {
            if hasEnded { return .refused(.sessionEnded) }
            if index == previous {
                guard now - givenOutAt >= 60_000 else { return .tokens(tokens[current]) }
            } else if index == current {
                previous = current
            } else {
                hasEnded = true
                return .refused(.refreshTokenReused)
            }
            givenOutAt = max(givenOutAt, now)
            return .tokens(nil)
        }

        mutating func add(_ token: String) {
            tokens.append(token)
            current = tokens.count - 1
        }
    }

    @Test(arguments: 0..<4)
    func everyAnswerIsTheModels(seed: UInt64) async throws {
        try await withAuth { world in
            var chance = TestNumbers(seed: seed)
            _ = try await world.client.signUp(.anna())
            for _ in 0..<12 {
                let opened = try await signIn(world)
                var model = Model(
                    tokens: [try #require(opened.tokens?.refreshToken)],
                    givenOutAt: world.clock.now())
                for _ in 0..<Int.random(in: 1...30, using: &chance) {
                    try await step(&model, world, &chance)
                }
            }
        }
    }

    /// To a limit, a clock that was set back looks as if all units had just been taken: it has the
    /// next one a moment later.
    private func signIn(_ world: AuthServer) async throws -> SignInResponse {
        let request = SignInRequest(email: "anna@example.com", password: "correct horse")
        do {
            return try await world.client.signIn(request)
        } catch let error as RPCError where error.code == .resourceExhausted {
            world.clock.advance(.seconds(1))
            return try await world.client.signIn(request)
        }
    }

    private func step(
        _ model: inout Model, _ world: AuthServer, _ chance: inout TestNumbers
    ) async throws {
        let pauses = [0, 1, 59, 60, 61, Int.random(in: -1000...1000, using: &chance)]
        world.clock.advance(.seconds(pauses.randomElement(using: &chance) ?? 0))
        if Int.random(in: 0..<40, using: &chance) == 0 {
            try await world.stop()
            try await world.start()
        }
        // Most often the one that counts, or the one before; seldom any other.
        let previous = model.previous ?? model.current
        let ends = Int.random(in: 0..<20, using: &chance) == 0
        let index =
            ends
            ? Int.random(in: 0..<model.tokens.count, using: &chance)
            : [model.current, previous].randomElement(using: &chance) ?? 0
        let token = model.tokens[index]
        let expected = model.answer(index, at: world.clock.now())
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
        model.add(new)
    }
}
