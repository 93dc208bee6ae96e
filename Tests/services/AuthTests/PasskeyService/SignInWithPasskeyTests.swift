import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestAuthenticator
import TestPostgreSQL
import TestServers
import Testing

@testable import Auth

@Suite(.onEachEngine) struct SignInWithPasskeyTests: UsesPasskeys {
    @Test func aPasskeyOpensASessionOfItsAccount() async throws {
        try await withPasskeys { world, tokens in
            var authenticator = try TestAuthenticator()
            try await world.register(authenticator, tokens)
            let response = try await world.signIn(with: &authenticator)
            let session = try #require(response.session)
            #expect(session.email == "anna@example.com")
            #expect(session.deviceLabel == "Anna's laptop")
            let own = try await world.client.getSession(.init(), options: .bearer(response.tokens))
            #expect(own.session == session)
            #expect(try await world.mails(.newDevice).count == 1)
            // The account knows the device from now on.
            let next = try await world.signIn(
                with: &authenticator, deviceToken: response.deviceToken)
            #expect(next.deviceToken == response.deviceToken)
            #expect(try await world.mails(.newDevice).count == 1)
        }
    }

    @Test func anAnswerOpensOneSession() async throws {
        try await withPasskeys { world, tokens in
            var authenticator = try TestAuthenticator()
            try await world.register(authenticator, tokens)
            let assertion = try await world.assertion(&authenticator)
            let results = await withTaskGroup(of: RPCError?.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        await failure {
                            try await world.passkeys.signInWithPasskey(
                                SignInWithPasskeyRequest(assertion: assertion))
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.count { $0 == nil } == 1)
            #expect(results.compactMap(\.self).allSatisfy { $0.reasons == [.attemptExpired] })
        }
    }

    @Test func everyOtherAnswerIsAnsweredAlike() async throws {
        try await withPasskeys { world, tokens in
            var authenticator = try TestAuthenticator()
            try await world.register(authenticator, tokens)
            let good = authenticator
            func error(_ change: (inout PasskeyAssertion) -> Void) async throws -> RPCError? {
                var assertion = try await world.assertion(&authenticator)
                authenticator = good
                change(&assertion)
                return await failure {
                    try await world.passkeys.signInWithPasskey(
                        SignInWithPasskeyRequest(assertion: assertion))
                }
            }
            let unknown = try TestAuthenticator()
            var errors = [
                try await error { $0.credentialID = unknown.credentialID },
                try await error { $0.credentialID = [] },
                try await error { $0.signature[12] ^= 1 },
                try await error { $0.authenticatorData[0] ^= 1 },
                try await error { $0.userHandle = [1] },
                try await error { $0.clientDataJson = [] },
            ]
            authenticator.origin = "https://evil.example"
            errors.append(try await error { _ in })
            authenticator.relyingParty = "evil.example"
            errors.append(try await error { _ in })
            // One factor alone.
            authenticator.isUserVerified = false
            errors.append(try await error { _ in })
            #expect(errors.allSatisfy { $0 == errors[0] })
            #expect(errors[0]?.code == .unauthenticated)
            #expect(errors[0]?.reasons == [.passkeyInvalid])
            #expect(try await error { $0.attempt += "A" }?.reasons == [.attemptExpired])
            #expect(try await world.auth.count("session") == 1)
        }
    }

    @Test func aDisabledAccountIsAnsweredAsAnUnknownPasskey() async throws {
        try await withPasskeys { world, tokens in
            var (authenticator, unknown) = (try TestAuthenticator(), try TestAuthenticator())
            try await world.register(authenticator, tokens)
            _ = try await world.auth.asOperator.disableUser(
                DisableUserRequest(user: .email("anna@example.com")))
            let error = await failure { try await world.signIn(with: &authenticator) }
            #expect(error?.reasons == [.passkeyInvalid])
            #expect(await failure { try await world.signIn(with: &unknown) } == error)
        }
    }

    @Test func aPasskeyThatCountsMustCountOn() async throws {
        try await withPasskeys { world, tokens in
            var authenticator = try TestAuthenticator()
            authenticator.signCount = 5
            try await world.register(authenticator, tokens)
            var copy = authenticator
            try await world.signIn(with: &authenticator)
            try await world.signIn(with: &authenticator)
            let error = await failure { try await world.signIn(with: &copy) }
            #expect(error?.reasons == [.passkeyInvalid])
            #expect(try await world.newest(.passkeyCopied).variables.contains("Anna's key"))
            authenticator.signCount = 0
            #expect(await failure { try await world.signIn(with: &authenticator) } != nil)
            authenticator.signCount = 100
            try await world.signIn(with: &authenticator)
        }
    }

    @Test func wrongAnswersOfAnAddressAreLimited() async throws {
        try await withPasskeys({ $0.limits[.address] = .init(3, per: 600) }) { world, tokens in
            var (authenticator, unknown) = (try TestAuthenticator(), try TestAuthenticator())
            try await world.register(authenticator, tokens)
            for _ in 0..<10 { try await world.signIn(with: &authenticator) }
            for _ in 0..<60 { _ = await failure { try await world.signIn(with: &unknown) } }
            let error = await failure { try await world.signIn(with: &authenticator) }
            #expect(error?.reasons == [.tooManyAttempts])
        }
    }

    @Test func afterAForcedResetThePasswordIsReplacedFirst() async throws {
        try await withPasskeys { world, tokens in
            var authenticator = try TestAuthenticator()
            try await world.register(authenticator, tokens)
            _ = try await world.auth.asOperator.forcePasswordReset(
                ForcePasswordResetRequest(user: .email("anna@example.com")))
            let error = await failure { try await world.signIn(with: &authenticator) }
            #expect(error?.reasons == [.passwordResetRequired])
        }
    }
}
