import RollcallAPI
import RollcallRPC
import TestAuthenticator
import TestServers
import Testing

@testable import Auth

@Suite struct StartPasskeySignInTests: UsesPasskeys {
    @Test func aStrangerGetsAChallengeAndNamesOfNoPasskey() async throws {
        try await withPasskeys { world, tokens in
            try await world.register(TestAuthenticator(), tokens)
            let start = try await world.passkeys.startPasskeySignIn(.init())
            #expect(start.challenge.count == 32 && start.rpID == "localhost")
            #expect(start.allowedCredentialIDs.isEmpty)
            #expect(start.expiresAtMs == world.clock.now() + 300_000)
            let other = try await world.passkeys.startPasskeySignIn(.init())
            #expect(other.challenge != start.challenge)
            #expect(try await world.auth.count("usedAttempt") == 1)
        }
    }

    @Test(arguments: ["", "x", "rcf1_AAAA"])
    func aTokenOfNoSignInIsRefused(_ token: String) async throws {
        try await withPasskeys { world, _ in
            let error = await failure {
                try await world.passkeys.startPasskeySignIn(.init(pendingToken: token))
            }
            #expect(error?.reasons == (token.isEmpty ? nil : [.codeExpired]))
        }
    }
}
