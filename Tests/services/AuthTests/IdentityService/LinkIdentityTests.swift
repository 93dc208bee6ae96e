import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct LinkIdentityTests: ChangesAddresses {
    @Test func aLinkedIdentitySignsIn() async throws {
        try await IdentityWorld.running { world in
            let tokens = try await world.server.verifiedAnna()
            let claims = ["email": #""work@example.com""#]
            let linked = try await world.link(claims, to: tokens)
            #expect(linked?.provider == "mock" && linked?.email == "work@example.com")
            #expect(linked?.linkedAtMs == world.server.clock.now() && linked?.lastUsedAtMs == 0)
            let account = try await world.server.account(tokens)
            #expect(try await world.signIn(claims).session?.userID == account.userID)
            // The address at the provider is only shown.
            #expect(account.addresses.map(\.email) == ["anna@example.com"])
            let mail = try await world.server.newest(.identityLinked)
            #expect(mail.variables.contains("Mock"))
        }
    }

    @Test func linkingNeedsAProofAndTheIdentity() async throws {
        try await IdentityWorld.running({ $0.freshProofTime = .zero }) { world in
            let tokens = try await world.server.verifiedAnna()
            let none = await failure { try await world.link(to: tokens, password: nil) }
            #expect(none?.reasons == [.reauthenticationRequired])
            let wrong = await failure { try await world.link(to: tokens, password: "wrong") }
            #expect(wrong?.reasons == [.wrongCredentials])
            let forged = await failure { try await world.link(["aud": #""x""#], to: tokens) }
            #expect(forged?.code == .invalidArgument)
            #expect(forged?.reasons == [.identityTokenInvalid])
            #expect(try await world.identities(tokens).isEmpty)
            let stranger = await failure { try await world.link(to: nil) }
            #expect(stranger?.code == .unauthenticated)
        }
    }

    @Test func anIdentityOfAnotherAccountIsTaken() async throws {
        try await IdentityWorld.running { world in
            let other = try await world.signIn(["email": ""])
            let tokens = try await world.server.verifiedAnna()
            let error = await failure { try await world.link(["email": ""], to: tokens) }
            #expect(error?.code == .alreadyExists && error?.reasons == [.identityTaken])
            #expect(try await world.identities(other.tokens).count == 1)
            // The account's own is there already.
            #expect(try await world.link(["sub": #""mine""#], to: tokens) != nil)
            #expect(try await world.link(["sub": #""mine""#], to: tokens) != nil)
            #expect(try await world.identities(tokens).count == 1)
        }
    }

    @Test func anAccountHasAtMostTenIdentities() async throws {
        try await IdentityWorld.running { world in
            let tokens = try await world.server.verifiedAnna()
            for index in 0..<LinkedIdentity.limit {
                _ = try await world.link(["sub": "\"\(index)\""], to: tokens)
                world.server.clock.advance(1)
            }
            let error = await failure { try await world.link(to: tokens) }
            #expect(error?.code == .resourceExhausted && error?.reasons == [.tooMany])
            #expect(
                try await world.identities(tokens).map(\.subject)
                    == (0..<LinkedIdentity.limit).map(String.init))
        }
    }

    @Test func anAttemptLinksOnce() async throws {
        try await IdentityWorld.running { world in
            let tokens = try await world.server.verifiedAnna()
            let proof = try await world.proof()
            let request = LinkIdentityRequest(
                proof: Reauthentication(proof: .password("correct horse")), identity: proof)
            _ = try await world.client.linkIdentity(request, options: .bearer(tokens))
            let error = await failure {
                try await world.client.linkIdentity(request, options: .bearer(tokens))
            }
            #expect(error?.reasons == [.attemptExpired])
            #expect(await failure { try await world.signIn(by: proof) } != nil)
        }
    }

    /// A thief who had a session for a while has linked an identity, and changed the address.
    @Test func whoTakesAnAccountBackTakesItFromIdentitiesToo() async throws {
        try await IdentityWorld.running { world in
            let tokens = try await world.server.verifiedAnna()
            _ = try await world.link(["sub": #""thief""#, "email": ""], to: tokens)
            try await change(world.server, to: "thief@example.com", tokens)
            let app = try await world.server.enrol(tokens)
            #expect(!app.recoveryCodes.isEmpty)
            let undo = try await world.server.newest(.addressChanged)
            #expect(await world.server.follow(undo.linkToken) == nil)
            #expect(try await world.server.auth.count("totp") == 0)
            let answer = try await world.signIn(["sub": #""thief""#, "email": ""])
            #expect(answer.isNewAccount)
        }
    }
}
