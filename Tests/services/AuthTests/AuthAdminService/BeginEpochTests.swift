import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct BeginEpochTests {
    @Test func everybodyHasToSignInAgain() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna").tokens
            let admin = try await world.newAdmin("ben")
            let response = try await world.admin.beginEpoch(
                BeginEpochRequest(), options: .bearer(admin.tokens))
            #expect(response.endedSessionCount == 2)
            for tokens in [anna, admin.tokens] {
                #expect(await world.end(of: tokens) == .sessionEnded)
                let error = await failure { try await world.sessions(tokens) }
                #expect(error?.code == .unauthenticated)
            }
            _ = try await world.signIn(as: "anna")
        }
    }
}
