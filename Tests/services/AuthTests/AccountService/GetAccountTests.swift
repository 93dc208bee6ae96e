import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct GetAccountTests {
    @Test func itIsTheCallersAsItWasSignedUp() async throws {
        try await withAuth { world in
            var form = SignUpRequest.anna(email: "Anna@Example.com")
            form.locale = "de-at"
            let signUp = try await world.client.signUp(form)
            _ = try await world.client.signUp(.anna(email: "ben@example.com", name: "ben"))
            let account = try await world.account(signUp.tokens)
            #expect(account.userID == signUp.session?.userID)
            #expect(account.primaryAddress?.email == "Anna@Example.com")
            #expect(account.primaryAddress?.isVerified == false)
            #expect(account.locale == "de-AT")
            #expect(account.createdAtMs == world.clock.now())
            #expect(account.passwordChangedAtMs == world.clock.now())
        }
    }

    @Test func aSessionThatHasEndedSeesNothing() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(tokens))
            let error = await failure { try await world.account(tokens) }
            #expect(error?.reasons == [.sessionEnded])
        }
    }
}

extension AuthServer {
    /// The caller's account.
    func account(_ tokens: Tokens?) async throws -> AccountInfo {
        let response = try await auth.account.getAccount(
            GetAccountRequest(), options: .bearer(tokens))
        return try #require(response.account)
    }
}
