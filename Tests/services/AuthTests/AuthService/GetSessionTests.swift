import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct GetSessionTests {
    @Test func itIsReadFromTheStore() async throws {
        try await withAuth { world in
            let response = try await world.client.signUp(.anna())
            let session = try #require(response.session)
            #expect(session.expiresAtMs == world.clock.now() + 30 * 86_400_000)
            world.clock.advance(.seconds(300))
            let next = try await world.client.refresh(
                RefreshRequest(refreshToken: response.tokens?.refreshToken ?? ""))
            let later = try await world.client.getSession(
                GetSessionRequest(), options: .bearer(next.tokens)
            ).session
            #expect(later?.createdAtMs == session.createdAtMs)
            #expect(later?.expiresAtMs == session.expiresAtMs + 300_000)
        }
    }

    @Test func anAccessTokenEndsAfterTenMinutes() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            world.clock.advance(.seconds(606))
            let error = await failure {
                try await world.client.getSession(GetSessionRequest(), options: .bearer(tokens))
            }
            #expect(error?.code == .unauthenticated)
            #expect(error?.reasons == [.accessTokenInvalid])
        }
    }

    @Test func aServiceHasNoSession() async throws {
        try await withAuth { world in
            let credential = try world.auth.runtime.peers.names.credential.options(
                timeout: .seconds(1))
            let error = await failure {
                try await world.client.getSession(GetSessionRequest(), options: credential)
            }
            #expect(error?.code == .permissionDenied)
        }
    }
}
