import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestAuthenticator
import TestServers
import Testing

@testable import Auth

@Suite struct FinishPasskeyRegistrationTests: UsesPasskeys {
    private func finish(
        _ authenticator: TestAuthenticator, _ start: StartPasskeyRegistrationResponse,
        _ tokens: Tokens?, _ world: AuthServer
    ) async -> RPCError? {
        let answer = authenticator.registration(start.challenge)
        return await failure {
            try await world.passkeys.finishPasskeyRegistration(
                FinishPasskeyRegistrationRequest(
                    attempt: start.attempt, clientDataJson: answer.clientDataJSON,
                    attestationObject: answer.attestationObject),
                options: .bearer(tokens))
        }
    }

    @Test func theAccountHasThePasskeyAndItsOwnerIsToldByMail() async throws {
        try await withPasskeys { world, tokens in
            let authenticator = try TestAuthenticator()
            let passkey = try await world.register(authenticator, tokens, label: "A\u{202e} key")
            #expect(passkey?.passkeyID == Base64.url.encode(authenticator.credentialID))
            #expect(passkey?.label == "A key" && passkey?.lastUsedAtMs == 0)
            #expect(passkey?.createdAtMs == world.clock.now())
            let mail = try await world.newest(.passkeyAdded)
            #expect(mail.recipient == "anna@example.com" && mail.variables.contains("A key"))
        }
    }

    @Test func aPasskeyIsOfOneAccount() async throws {
        try await withPasskeys { world, tokens in
            let authenticator = try TestAuthenticator()
            try await world.register(authenticator, tokens)
            let berta = try await world.client.signUp(.anna(email: "b@example.com", name: "berta"))
            let start = try await world.startRegistration(berta.tokens)
            let error = await finish(authenticator, start, berta.tokens, world)
            #expect(error?.code == .alreadyExists && error?.reasons == [.passkeyTaken])
        }
    }

    @Test func anAttemptIsOfOneAccountForFiveMinutesAndSucceedsOnce() async throws {
        try await withPasskeys { world, tokens in
            let start = try await world.startRegistration(tokens)
            let berta = try await world.client.signUp(.anna(email: "b@example.com", name: "berta"))
            let other = await finish(try TestAuthenticator(), start, berta.tokens, world)
            #expect(other?.reasons == [.attemptExpired])
            #expect(await finish(try TestAuthenticator(), start, tokens, world) == nil)
            let again = await finish(try TestAuthenticator(), start, tokens, world)
            #expect(again?.code == .notFound && again?.reasons == [.attemptExpired])

            let slow = try await world.startRegistration(tokens)
            world.clock.advance(PasskeyAttempt.lifetime)
            let late = await finish(try TestAuthenticator(), slow, tokens, world)
            #expect(late?.reasons == [.attemptExpired])

            var signIn = try await world.startRegistration(tokens)
            signIn.attempt = try await world.passkeys.startPasskeySignIn(.init()).attempt
            let mixed = await finish(try TestAuthenticator(), signIn, tokens, world)
            #expect(mixed?.reasons == [.attemptExpired])
            #expect(try await world.auth.count("passkey") == 1)
        }
    }

    @Test func whatWasMadeElsewhereIsRefused() async throws {
        try await withPasskeys { world, tokens in
            let changes: [(inout TestAuthenticator) -> Void] = [
                { $0.origin = "http://localhost:8081" }, { $0.origin = "https://localhost.evil" },
                { $0.relyingParty = "evil.example" }, { $0.isUserPresent = false },
            ]
            for change in changes {
                var authenticator = try TestAuthenticator()
                change(&authenticator)
                let start = try await world.startRegistration(tokens)
                let error = await finish(authenticator, start, tokens, world)
                #expect(error?.code == .invalidArgument && error?.reasons == [.passkeyInvalid])
            }
            #expect(try await world.auth.count("passkey") == 0)
            #expect(try await world.auth.count("usedAttempt") == 0)
        }
    }

    /// A code that was mailed to a thief before must not outlive the owner's new credential.
    @Test func aNewPasskeyEndsOpenCodes() async throws {
        try await withPasskeys { world, tokens in
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            try await world.register(TestAuthenticator(), tokens)
            #expect(await world.reset(flow, code)?.reasons == [.codeWrong])
        }
    }
}
