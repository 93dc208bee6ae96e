import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

/// New requests, right and wrong codes, links, time and restarts: in every order that chance
/// brings, the answer is the model's.
@Suite(.onEachEngine) struct ChallengeModelTests {
    /// What the contract says of codes that were mailed one after the other.
    private struct Model {
        struct Mail {
            let flow: String
            let code: String
            let link: String
            let expiresAt: Int64
            var tries = 0
        }

        var mails: [Mail] = []
        /// The one that can be met, if time allows.
        var open: Int?

        /// - Returns: the reason of the refusal; nil for a success.
        mutating func answer(code isRight: Bool, _ index: Int, at now: Int64) -> Reason? {
            guard now < mails[index].expiresAt, mails[index].tries < 5 else { return .codeExpired }
            mails[index].tries += 1
            // A dead one counts as wrong: nothing tells that there is an account.
            guard isRight, index == open else { return .codeWrong }
            open = nil
            return nil
        }

        mutating func answer(link index: Int, at now: Int64) -> Reason? {
            guard index == open, now < mails[index].expiresAt else { return .linkInvalid }
            open = nil
            return nil
        }
    }

    @Test(arguments: 0..<6)
    func everyAnswerIsTheModels(seed: UInt64) async throws {
        try await withAuth { world in
            var chance = TestNumbers(seed: seed)
            _ = try await world.client.signUp(.anna())
            var model = Model()
            for number in 0..<120 {
                try await step(&model, world, number, &chance)
            }
        }
    }

    private func step(
        _ model: inout Model, _ world: AuthServer, _ number: Int, _ chance: inout TestNumbers
    ) async throws {
        let index = model.mails.indices.last.map { last in
            // Mostly the newest.
            Bool.random(using: &chance) ? last : Int.random(in: 0...last, using: &chance)
        }
        let password = "horse number \(number)"
        switch (Int.random(in: 0..<20, using: &chance), index) {
        case (0...3, _), (_, nil):
            model.mails.append(try await request(world))
            model.open = model.mails.count - 1
        case (4, _):
            try await world.stop()
            try await world.start()
        case (5...6, _):
            world.clock.advance(.seconds(Int.random(in: 1...600, using: &chance)))
        case (7...9, let index?):
            let error = await world.reset(link: model.mails[index].link, to: password)
            let expected = model.answer(link: index, at: world.clock.now())
            #expect(error?.reasons.first == expected)
        case (let choice, let index?):
            let (mail, isRight) = (model.mails[index], choice > 15)
            let code = isRight ? mail.code : mail.code.otherCode
            let error = await world.reset(mail.flow, code, to: password)
            let expected = model.answer(code: isRight, index, at: world.clock.now())
            #expect(error?.reasons.first == expected, "\(number), \(index): \(model)")
        }
    }

    private func request(_ world: AuthServer) async throws -> Model.Mail {
        let flow = try await world.requestReset()
        let mail = try await world.newest(.resetPassword)
        return Model.Mail(
            flow: flow, code: mail.code ?? "", link: mail.linkToken ?? "",
            expiresAt: world.clock.now() + 900_000)
    }
}
