import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

/// Changes whose session, or account, ends between the check of the call and the transaction.
@Suite(.onEachEngine) struct SessionsOfChangesTests {
    private struct Call: Sendable {
        let world: AuthServer
        let tokens: Tokens?
        let session: AccountSession
        let account: Account

        var clock: SessionClock { world.auth.runtime.callers.sessionClock }

        init(_ world: AuthServer) async throws {
            self.world = world
            tokens = try await world.verifiedAnna()
            let signIn = try await world.signIn()
            let id = try #require(UUIDv7(signIn.session?.sessionID ?? ""))
            (session, account) = try #require(try await world.auth.store.sessionAndAccount(id))
        }

        func issue(_ purpose: ChallengePurpose, at address: String) throws -> Challenges.Issue {
            try world.auth.runtime.account.challenges.issue(purpose, of: account, at: address)
        }

        func send(_ purpose: ChallengePurpose, at address: String) async -> RPCError? {
            await failure {
                try await world.auth.store.send(
                    [issue(purpose, at: address)], by: session.id, at: clock)
            }
        }

        func prove(_ challenge: Challenge) async -> RPCError? {
            await failure {
                try await world.auth.store.prove(
                    by: challenge, in: session.id, at: clock)
            }
        }
    }

    @Test func aSessionThatHasJustEndedChangesNothing() async throws {
        try await withAuth { world in
            let call = try await Call(world)
            #expect(await call.send(.addAddress, at: "thief@example.org") == nil)
            let challenge = try await world.auth.store.read {
                try $0.challenge(.account(call.account.id, .addAddress))
            }
            _ = try await world.client.revokeOtherSessions(
                RevokeOtherSessionsRequest(), options: .bearer(call.tokens))
            #expect(await call.prove(try #require(challenge))?.reasons == [.sessionEnded])
            #expect(
                await call.send(.addAddress, at: "b@example.org")?.reasons == [.sessionEnded])
            let noted = await failure {
                try await world.auth.store.noteAuthentication(
                    in: call.session.id, by: nil, meeting: nil, at: call.clock)
            }
            #expect(noted?.reasons == [.sessionEnded])
            #expect(try await world.addresses(call.tokens) == ["anna@example.com"])
            #expect(try await world.recipients(of: .changeAddressNew) == ["thief@example.org"])
        }
    }

    @Test func nothingIsSentOrProvedForAnAccountThatWasJustDeleted() async throws {
        try await withAuth { world in
            let call = try await Call(world)
            #expect(await call.send(.addAddress, at: "a@example.org") == nil)
            let challenge = try await world.auth.store.read {
                try $0.challenge(.account(call.account.id, .addAddress))
            }
            _ = try await world.auth.accountData.deleteAccount(
                DeleteAccountRequest(proof: .password("correct horse")),
                options: .bearer(call.tokens))
            for purpose in [ChallengePurpose.addAddress, .reauthenticate] {
                let error = await call.send(purpose, at: "a@example.org")
                #expect(error?.reasons == [.sessionEnded])
            }
            #expect(await call.prove(try #require(challenge))?.reasons == [.sessionEnded])
            #expect(try await world.auth.count("challenge") == 0)
            #expect(try await world.auth.count("address") == 0)
        }
    }

    /// Whether another account has an address is read where the mail is written.
    @Test func theOwnerOfAnAddressIsLookedForInTheTransactionOfTheMail() async throws {
        try await withAuth { world in
            let call = try await Call(world)
            let issue = try call.issue(.addAddress, at: "ben@example.com")
            let ben = try await world.newUser("ben")
            try await world.auth.store.send([issue], by: call.session.id, at: call.clock)
            #expect(try await world.recipients(of: .addressTaken) == ["ben@example.com"])
            _ = try await world.auth.accountData.deleteAccount(
                DeleteAccountRequest(proof: .password("correct horse")),
                options: .bearer(ben.tokens))
            #expect(await call.send(.addAddress, at: "ben@example.com") == nil)
            #expect(try await world.recipients(of: .changeAddressNew) == ["ben@example.com"])
        }
    }
}
