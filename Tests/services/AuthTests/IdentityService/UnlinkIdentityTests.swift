import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestSupport
import Testing

@testable import Auth

@Suite struct UnlinkIdentityTests {
    @Test func anUnlinkedIdentityIsAStranger() async throws {
        try await IdentityWorld.running { world in
            let tokens = try await world.server.verifiedAnna()
            _ = try await world.link(["email": ""], to: tokens)
            try await world.unlink(from: tokens)
            #expect(try await world.identities(tokens).isEmpty)
            #expect(try await world.signIn(["email": ""]).isNewAccount)
            #expect(try await world.server.mails(.identityUnlinked).count == 1)
            let error = await failure { try await world.unlink(from: tokens) }
            #expect(error?.code == .notFound && error?.reasons == [.identityNotFound])
        }
    }

    @Test func oneOfSeveralIsNamedByItsSubject() async throws {
        try await IdentityWorld.running { world in
            let tokens = try await world.server.verifiedAnna()
            for subject in ["a", "b"] {
                _ = try await world.link(["sub": "\"\(subject)\""], to: tokens)
            }
            let error = await failure { try await world.unlink(from: tokens) }
            #expect(error?.reasons == [.fieldMissing])
            try await world.unlink(from: tokens, subject: "a")
            #expect(try await world.identities(tokens).map(\.subject) == ["b"])
        }
    }

    /// L8: the last way in stays.
    @Test func theLastWayInStaysL8() async throws {
        try await IdentityWorld.running { world in
            let anna = try await world.signIn(["email": ""])
            let error = await failure {
                try await world.unlink(from: anna.tokens, password: nil)
            }
            #expect(error?.code == .failedPrecondition && error?.reasons == [.lastCredential])
            _ = try await world.link(["sub": #""other""#], to: anna.tokens, password: nil)
            try await world.unlink(from: anna.tokens, subject: "other", password: nil)
            let last = await failure {
                try await world.unlink(from: anna.tokens, password: nil)
            }
            #expect(last?.reasons == [.lastCredential])
        }
    }

    /// L8: also if all others go at the same time.
    @Test(arguments: 0..<5) func theLastWayInStaysUnderConcurrencyL8(round: Int) async throws {
        try await IdentityWorld.running { world in
            let anna = try await world.signIn(["email": ""])
            for subject in ["b", "c"] {
                _ = try await world.link(
                    ["sub": "\"\(subject)\""], to: anna.tokens, password: nil)
            }
            await withTaskGroup(of: Void.self) { group in
                for subject in ["subject-1", "b", "c"] {
                    group.addTask {
                        _ = await failure {
                            try await world.unlink(
                                from: anna.tokens, subject: subject, password: nil)
                        }
                    }
                }
            }
            #expect(try await world.identities(anna.tokens).count == 1)
        }
    }

    /// L8: the address goes while the identity goes.
    @Test(arguments: 0..<5) func addressAndIdentityDoNotBothGoL8(round: Int) async throws {
        try await IdentityWorld.running { world in
            let anna = try await world.signIn()
            async let unlinked = failure {
                try await world.unlink(from: anna.tokens, password: nil)
            }
            async let removed = failure {
                try await world.server.auth.account.removeAddress(
                    RemoveAddressRequest(email: "anna@example.com"),
                    options: .bearer(anna.tokens))
            }
            let errors = await [unlinked, removed]
            #expect(errors.contains { $0?.reasons == [.lastCredential] })
            let id = try #require(UUIDv7(anna.session?.userID ?? ""))
            #expect(try await !world.server.auth.store.waysIn(of: id).isNone)
        }
    }

    /// The account changes while Profile is asked whether its display name is a way in, and all is
    /// looked at again: but for the code, which is used up.
    @Test func anAttemptThatIsRepeatedNeedsNoOtherCode() async throws {
        try await IdentityWorld.running { world in
            let (server, store) = (world.server, world.server.auth.store)
            let tokens = try await server.verifiedAnna()
            _ = try await world.link(["email": ""], to: tokens)
            let app = try await server.enrol(tokens)
            server.clock.advance(.seconds(60))
            let email = try EmailAddress("anna@example.com")
            let id = try #require(try await store.account(email: email)).id
            let now = server.clock.now()
            #expect(try await store.write { try $0.remove(email, of: id, now: now) })
            server.profile.setFault { step, moment in
                guard step == .check, moment == .before else { return }
                server.profile.setFault(nil)
                try await store.write { tx in
                    try tx.noteChange(of: id, now: now)
                    tx.tell(.accountChanged(id))
                }
            }
            let code = try app.code(at: server.clock)
            _ = try await world.client.unlinkIdentity(
                UnlinkIdentityRequest(
                    proof: .password("correct horse", code), provider: "mock"),
                options: .bearer(tokens))
            #expect(try await world.identities(tokens).isEmpty)
        }
    }

    @Test func unlinkingNeedsAProof() async throws {
        try await IdentityWorld.running({ $0.freshProofTime = .zero }) { world in
            let tokens = try await world.server.verifiedAnna()
            _ = try await world.link(to: tokens)
            let error = await failure { try await world.unlink(from: tokens, password: nil) }
            #expect(error?.reasons == [.reauthenticationRequired])
            #expect(try await world.identities(tokens).count == 1)
        }
    }
}
