import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SignOutTests {
    @Test func theSessionEndsAndNoOther() async throws {
        try await withAuth { world in
            let first = try await world.client.signUp(.anna()).tokens
            let second = try await world.client.signIn(
                SignInRequest(email: "anna@example.com", password: "correct horse")
            ).tokens
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(first))
            let refresh = await failure {
                try await world.client.refresh(
                    RefreshRequest(refreshToken: first?.refreshToken ?? ""))
            }
            #expect(refresh?.reasons == [.sessionEnded])
            let session = await failure {
                try await world.client.getSession(GetSessionRequest(), options: .bearer(first))
            }
            #expect(session?.code == .unauthenticated)
            #expect(session?.reasons == [.sessionEnded])
            _ = try await world.client.getSession(GetSessionRequest(), options: .bearer(second))
        }
    }

    @Test func doingItAgainIsNoError() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            for _ in 0..<3 {
                _ = try await world.client.signOut(SignOutRequest(), options: .bearer(tokens))
            }
        }
    }

    @Test func itNeedsAnAccessToken() async throws {
        try await withAuth { world in
            let nobody = await failure { try await world.client.signOut(SignOutRequest()) }
            #expect(nobody?.code == .unauthenticated)
            let forger = await failure {
                try await world.client.signOut(
                    SignOutRequest(), options: .bearer(Tokens(accessToken: "a.b.c")))
            }
            #expect(forger?.reasons == [.accessTokenInvalid])
        }
    }
}
