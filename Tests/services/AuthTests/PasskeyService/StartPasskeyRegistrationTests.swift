import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestAuthenticator
import TestServers
import Testing

@testable import Auth

@Suite struct StartPasskeyRegistrationTests: UsesPasskeys {
    @Test func theOwnerGetsWhatABrowserNeeds() async throws {
        try await withPasskeys { world, tokens in
            let start = try await world.startRegistration(tokens)
            #expect(start.challenge.count == 32)
            #expect(start.rpID == "localhost" && start.rpName == "Rollcall")
            let id = try await world.auth.account.getAccount(
                GetAccountRequest(), options: .bearer(tokens)
            ).account?.userID
            #expect(start.userHandle == UUIDv7(id ?? "")?.bytes)
            #expect(start.userName == "anna@example.com")
            #expect(start.excludedCredentialIDs.isEmpty)
            #expect(start.expiresAtMs == world.clock.now() + 300_000)
            let authenticator = try TestAuthenticator()
            try await world.register(authenticator, tokens)
            #expect(
                try await world.startRegistration(tokens).excludedCredentialIDs
                    == [authenticator.credentialID])
        }
    }

    @Test func aDeviceThatWasOnlyFoundAddsNoPasskey() async throws {
        try await withPasskeys { world, tokens in
            let wrong = await failure {
                try await world.startRegistration(tokens, proof: .password("battery staple"))
            }
            #expect(wrong?.reasons == [.wrongCredentials])
            world.clock.advance(.seconds(301))
            let stale = await failure { try await world.startRegistration(tokens, proof: nil) }
            #expect(stale?.reasons == [.reauthenticationRequired])
        }
    }

    @Test func anAccountHasTwentyPasskeysAtMost() async throws {
        try await withPasskeys { world, tokens in
            let twentyFirst = try await world.startRegistration(tokens)
            for _ in 0..<20 { try await world.register(TestAuthenticator(), tokens) }
            let error = await failure { try await world.startRegistration(tokens) }
            #expect(error?.reasons == [.tooMany])
            let answer = try TestAuthenticator().registration(twentyFirst.challenge)
            let late = await failure {
                try await world.passkeys.finishPasskeyRegistration(
                    FinishPasskeyRegistrationRequest(
                        attempt: twentyFirst.attempt, clientDataJson: answer.clientDataJSON,
                        attestationObject: answer.attestationObject),
                    options: .bearer(tokens))
            }
            #expect(late?.reasons == [.tooMany])
            #expect(try await world.auth.count("passkey") == 20)
        }
    }

    @Test func aDeploymentWithoutADomainHasNoPasskeys() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let errors = [
                await failure { try await world.startRegistration(tokens) },
                await failure {
                    try await world.passkeys.startPasskeySignIn(StartPasskeySignInRequest())
                },
                await failure {
                    try await world.passkeys.signInWithPasskey(SignInWithPasskeyRequest())
                },
            ]
            #expect(errors.allSatisfy { $0?.reasons == [.signInWayOff] })
        }
    }
}
