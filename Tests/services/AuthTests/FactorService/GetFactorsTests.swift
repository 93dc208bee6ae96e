import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct GetFactorsTests {
    @Test func anOwnerSeesTheFactorAndHowManyCodesAreLeft() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            func factors() async throws -> GetFactorsResponse {
                try await world.factors.getFactors(GetFactorsRequest(), options: .bearer(tokens))
            }
            #expect(try await factors() == GetFactorsResponse())
            #expect(try await !world.account(tokens).hasFactor)
            _ = try await world.startTotp(tokens)
            #expect(try await factors() == GetFactorsResponse())
            let now = world.clock.now()
            let app = try await world.enrol(tokens)
            #expect(
                try await factors()
                    == GetFactorsResponse(totpConfirmedAtMs: now, recoveryCodesLeft: 10))
            #expect(try await world.account(tokens).hasFactor)
            let pending = try await world.halfSignIn()
            try await world.goOn(pending.token, by: .recoveryCode(app.recoveryCodes[0]))
            #expect(try await factors().recoveryCodesLeft == 9)
        }
    }

    @Test func nobodyElseSeesThem() async throws {
        try await withAuth { world in
            let error = await failure {
                try await world.factors.getFactors(GetFactorsRequest())
            }
            #expect(error?.code == .unauthenticated)
        }
    }
}
