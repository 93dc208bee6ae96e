import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct MakeRecoveryCodesTests {
    @Test func theEarlierCodesDie() async throws {
        try await withAuth { world in
            let (anna, app) = try await world.protectedAnna()
            let codes = try await world.factors.makeRecoveryCodes(
                MakeRecoveryCodesRequest(
                    proof: .password("correct horse", app.recoveryCodes[0])),
                options: .bearer(anna.tokens)
            ).recoveryCodes
            #expect(Set(codes + app.recoveryCodes).count == 20)
            #expect(try await world.codesLeft(anna.tokens) == 10)
            #expect(try await world.newest(.recoveryCodesMade).recipient == "anna@example.com")
            let pending = try await world.halfSignIn()
            for (code, reasons) in [
                (app.recoveryCodes[1], [.factorWrong]), (codes[1], nil),
            ] as [(String, [Reason]?)] {
                let error = await world.refusal(pending.token, by: .recoveryCode(code))
                #expect(error?.reasons == reasons)
            }
        }
    }

    @Test func anAccountWithoutAFactorHasNone() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let error = await failure {
                try await world.factors.makeRecoveryCodes(
                    MakeRecoveryCodesRequest(proof: .password("correct horse")),
                    options: .bearer(tokens))
            }
            #expect(error?.code == .notFound && error?.reasons == [.factorNotFound])
        }
    }
}
