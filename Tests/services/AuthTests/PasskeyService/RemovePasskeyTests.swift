import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestAuthenticator
import TestServers
import Testing

@testable import Auth

@Suite struct RemovePasskeyTests: UsesPasskeys {
    private func remove(
        _ authenticator: TestAuthenticator, _ tokens: Tokens?, _ world: AuthServer,
        proof: Reauthentication? = nil
    ) async -> RPCError? {
        await failure {
            try await world.passkeys.removePasskey(
                RemovePasskeyRequest(
                    proof: proof, passkeyID: Base64.url.encode(authenticator.credentialID)),
                options: .bearer(tokens))
        }
    }

    @Test func aRemovedPasskeySignsInNoMore() async throws {
        try await withPasskeys { world, tokens in
            var authenticator = try TestAuthenticator()
            try await world.register(authenticator, tokens)
            let opened = try await world.signIn(with: &authenticator)
            #expect(await remove(authenticator, tokens, world) == nil)
            #expect(try await world.newest(.passkeyRemoved).variables.contains("Anna's key"))
            let error = await failure { try await world.signIn(with: &authenticator) }
            #expect(error?.reasons == [.passkeyInvalid])
            // Its sessions are in the list of sessions, and end there.
            #expect(await world.end(of: opened.tokens) == nil)
            #expect(await remove(authenticator, tokens, world)?.reasons == [.passkeyNotFound])
        }
    }

    @Test func aPasskeyOfADeviceThatVerifiesNobodyIsNoWayInByItself() async throws {
        try await withPasskeys { world, tokens in
            let id = try #require(UUIDv7(try await world.account(tokens).userID))
            var authenticator = try TestAuthenticator()
            authenticator.isUserVerified = false
            try await world.register(authenticator, tokens)
            #expect(try await world.auth.store.waysIn(of: id).passkeys == 0)
            try await world.register(try TestAuthenticator(), tokens)
            #expect(try await world.auth.store.waysIn(of: id).passkeys == 1)
        }
    }

    @Test func nobodyRemovesThatOfAnotherAccount() async throws {
        try await withPasskeys { world, tokens in
            let authenticator = try TestAuthenticator()
            try await world.register(authenticator, tokens)
            let berta = try await world.client.signUp(.anna(email: "b@example.com", name: "berta"))
            #expect(
                await remove(authenticator, berta.tokens, world)?.reasons == [.passkeyNotFound])
            #expect(try await world.auth.count("passkey") == 1)
        }
    }

    /// L8.
    @Test func theLastWayInStays() async throws {
        try await withPasskeys { world, tokens in
            let authenticator = try TestAuthenticator()
            try await world.register(authenticator, tokens)
            let id = try #require(
                try await world.auth.account.getAccount(.init(), options: .bearer(tokens)).account)
            try await world.removePassword(of: id.userID)
            try await world.removeAddresses(of: id.userID)
            let last = await remove(authenticator, tokens, world)
            #expect(last?.code == .failedPrecondition && last?.reasons == [.lastCredential])
            let second = try TestAuthenticator()
            let start = try await world.startRegistration(tokens, proof: nil)
            let answer = second.registration(start.challenge)
            _ = try await world.passkeys.finishPasskeyRegistration(
                FinishPasskeyRegistrationRequest(
                    attempt: start.attempt, clientDataJson: answer.clientDataJSON,
                    attestationObject: answer.attestationObject),
                options: .bearer(tokens))
            #expect(await remove(authenticator, tokens, world) == nil)
            #expect(await remove(second, tokens, world)?.reasons == [.lastCredential])
        }
    }

    /// L8: two at once, of which each would leave the other.
    @Test func ofTwoThatGoAtOnceOneStays() async throws {
        try await withPasskeys { world, tokens in
            let pair = [try TestAuthenticator(), try TestAuthenticator()]
            for one in pair { try await world.register(one, tokens) }
            let id = try #require(
                try await world.auth.account.getAccount(.init(), options: .bearer(tokens)).account)
            try await world.removePassword(of: id.userID)
            try await world.removeAddresses(of: id.userID)
            async let first = remove(pair[0], tokens, world)
            async let second = remove(pair[1], tokens, world)
            let errors = await [first, second].compactMap(\.self)
            #expect(errors.map(\.reasons) == [[.lastCredential]])
            #expect(try await world.auth.count("passkey") == 1)
        }
    }
}
