import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct RemoveTotpTests {
    private func remove(
        _ world: AuthServer, _ proof: Reauthentication?, _ tokens: Tokens?
    ) async -> RPCError? {
        await failure {
            try await world.factors.removeTotp(
                RemoveTotpRequest(proof: proof), options: .bearer(tokens))
        }
    }

    @Test func withBothProofsTheFactorAndItsCodesGo() async throws {
        try await withAuth { world in
            let (anna, app) = try await world.protectedAnna()
            let code = try app.code(at: world.clock)
            #expect(await remove(world, .password("correct horse", code), anna.tokens) == nil)
            #expect(try await world.auth.count("totp") == 0)
            #expect(try await world.auth.count("recoveryCode") == 0)
            #expect(try await world.signIn(from: 1).session != nil)
            #expect(try await world.newest(.totpRemoved).recipient == "anna@example.com")
            let again = await remove(world, .password("correct horse"), anna.tokens)
            #expect(again?.code == .notFound && again?.reasons == [.factorNotFound])
        }
    }

    @Test func withoutACodeOfItTheFactorStays() async throws {
        try await withAuth { world in
            let (anna, app) = try await world.protectedAnna()
            let wrong = try app.wrongCode(at: world.clock)
            for (proof, reason) in [
                (.password("correct horse"), Reason.factorRequired),
                (.password("correct horse", wrong), .factorWrong),
                (.password("wrong horse", try app.code(at: world.clock)), .wrongCredentials),
                (nil, .reauthenticationRequired),
            ] as [(Reauthentication?, Reason)] {
                let error = await remove(world, proof, anna.tokens)
                #expect(error?.code == .permissionDenied && error?.reasons == [reason])
            }
            #expect(try await world.signIn(from: 1).session == nil)
        }
    }
}
