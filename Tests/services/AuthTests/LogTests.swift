import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct LogTests {
    @Test func noSecretAndNoAddressIsLogged() async throws {
        try await withAuth { world in
            world.profile.setFault { step, moment in
                if step == .confirm { throw RPCError(.notFound, "as the test wants it") }
            }
            let response = try await world.client.signUp(.anna())
            let first = try #require(response.tokens)
            world.profile.setFault { step, moment in
                if step == .hold { throw RPCError(.internal, "as the test wants it") }
            }
            _ = await failure { try await world.client.signUp(.anna(email: "b@c", name: "ben")) }
            _ = await failure { try await world.client.signIn(SignInRequest(email: "b@c")) }
            var secrets = [
                "anna@example.com", "b@c", "correct horse", first.accessToken, first.refreshToken,
            ]
            var token = first.refreshToken
            for _ in 0..<2 {
                let next = try await world.client.refresh(RefreshRequest(refreshToken: token))
                token = next.tokens?.refreshToken ?? ""
                secrets += [token, next.tokens?.accessToken ?? ""]
            }
            _ = await failure {
                try await world.client.refresh(RefreshRequest(refreshToken: first.refreshToken))
            }
            let text = world.log.text
            #expect(text.contains("a spent refresh token came back"))
            for secret in secrets { #expect(!text.contains(secret)) }
        }
    }
}
