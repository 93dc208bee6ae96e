import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SendVerificationTests {
    private func send(_ world: AuthServer, _ tokens: Tokens?) async throws -> Int64 {
        try await world.auth.account.sendVerification(
            SendVerificationRequest(), options: .bearer(tokens)
        ).expiresAtMs
    }

    @Test func nothingIsSentToWhoIsVerified() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            #expect(try await send(world, tokens) == 0)
            #expect(try await world.mails().count == 1)
        }
    }

    @Test func aNewRequestKillsTheOldCode() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let old = try await world.newest(.verifyAddress)
            #expect(try await send(world, tokens) == world.clock.now() + 3_600_000)
            #expect(await world.verify(old.code, tokens)?.reasons == [.codeWrong])
            #expect(await world.follow(old.linkToken)?.reasons == [.linkInvalid])
            let new = try await world.newest(.verifyAddress)
            #expect(await world.verify(new.code, tokens) == nil)
        }
    }

    @Test func aSessionThatHasEndedSendsNothing() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(tokens))
            let ended = await failure { try await send(world, tokens) }
            #expect(ended?.reasons == [.sessionEnded])
            let nobody = await failure { try await send(world, nil) }
            #expect(nobody?.code == .unauthenticated)
            #expect(try await world.mails().count == 1)
        }
    }
}
