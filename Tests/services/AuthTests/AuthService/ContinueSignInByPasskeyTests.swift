import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestAuthenticator
import TestServers
import Testing

@testable import Auth

/// A passkey as the second factor of an account that has an authenticator app, too.
@Suite struct ContinueSignInByPasskeyTests: UsesPasskeys {
    /// Auth, and an account with a factor that has a passkey, which does not verify its user.
    private func withFactor(
        _ body: (AuthServer, inout TestAuthenticator) async throws -> Void
    ) async throws {
        try await withPasskeys { world, tokens in
            var authenticator = try TestAuthenticator()
            try await world.register(authenticator, tokens)
            try await world.auth.store.run(
                """
                INSERT INTO totp (accountID, sealedSecret, createdAtMs, confirmedAtMs, lastStep)
                SELECT id, zeroblob(48), 1, 1, 0 FROM account
                """)
            authenticator.isUserVerified = false
            try await body(world, &authenticator)
        }
    }

    private func pending(_ world: AuthServer) async throws -> PendingSignIn {
        let request = SignInRequest(email: "anna@example.com", password: "correct horse")
        return try #require(try await world.client.signIn(request).pending)
    }

    private func goOn(
        _ pending: PendingSignIn, _ assertion: PasskeyAssertion, _ world: AuthServer
    ) async throws -> ContinueSignInResponse {
        try await world.client.continueSignIn(
            ContinueSignInRequest(token: pending.token, step: .passkey(assertion)))
    }

    @Test func thePasskeyOpensTheSession() async throws {
        try await withFactor { world, authenticator in
            let pending = try await pending(world)
            #expect(pending.steps == [.totp, .recoveryCode, .passkey])
            let start = try await world.passkeys.startPasskeySignIn(
                .init(pendingToken: pending.token))
            #expect(start.allowedCredentialIDs == [authenticator.credentialID])
            let response = try await goOn(pending, authenticator.assertion(start), world)
            #expect(response.session?.email == "anna@example.com")
            let again = try authenticator.assertion(start)
            let error = await failure { try await goOn(pending, again, world) }
            #expect(error?.reasons == [.codeExpired])
            let used = await failure {
                try await world.passkeys.startPasskeySignIn(.init(pendingToken: pending.token))
            }
            #expect(used?.reasons == [.codeExpired])
        }
    }

    @Test func anAnswerThatWasUsedOpensNoOtherSession() async throws {
        try await withFactor { world, authenticator in
            let assertion = try await world.assertion(&authenticator)
            _ = try await goOn(pending(world), assertion, world)
            let pending = try await pending(world)
            let error = await failure { try await goOn(pending, assertion, world) }
            #expect(error?.reasons == [.attemptExpired])
            #expect(try await world.auth.count("session") == 2)
        }
    }

    @Test func thePasskeyOfAnotherAccountIsRefusedAndCostsTheOwnerNothing() async throws {
        try await withFactor { world, authenticator in
            let berta = try await world.client.signUp(.anna(email: "b@example.com", name: "berta"))
            var other = try TestAuthenticator()
            try await world.register(other, berta.tokens)
            let pending = try await pending(world)
            for _ in 0..<6 {
                let assertion = try await world.assertion(&other)
                let error = await failure { try await goOn(pending, assertion, world) }
                #expect(error?.code == .invalidArgument && error?.reasons == [.passkeyInvalid])
            }
            let right = try await world.assertion(&authenticator)
            #expect(await failure { try await goOn(pending, right, world) } == nil)
        }
    }

    /// Without the password the passkey is the only factor, unless its device verifies the user.
    @Test func withoutTheFirstStepThePasskeyIsNotEnough() async throws {
        try await withFactor { world, authenticator in
            let error = await failure { try await world.signIn(with: &authenticator) }
            #expect(error?.reasons == [.passkeyInvalid])
            authenticator.isUserVerified = true
            try await world.signIn(with: &authenticator)
        }
    }
}
