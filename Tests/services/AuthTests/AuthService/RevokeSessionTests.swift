import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct RevokeSessionTests {
    private func revoke(_ world: AuthServer, _ id: String?, by tokens: Tokens?) async throws {
        _ = try await world.client.revokeSession(
            RevokeSessionRequest(sessionID: id ?? ""), options: .bearer(tokens))
    }

    @Test func theSessionEndsAndNoOther() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let lost = try await world.signIn()
            let other = try await world.signIn()
            try await revoke(world, lost.session?.sessionID, by: owner)
            #expect(await world.end(of: lost.tokens) == .sessionEnded)
            let error = await failure {
                try await world.client.getSession(
                    GetSessionRequest(), options: .bearer(lost.tokens))
            }
            #expect(error?.reasons == [.sessionEnded])
            #expect(try await world.sessions(owner).count == 2)
            #expect(await world.end(of: other.tokens) == nil)
            #expect(try await world.auth.count("session", where: "endReason = 'revoked'") == 1)
        }
    }

    @Test func doingItAgainIsNoError() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let lost = try await world.signIn()
            for _ in 0..<3 { try await revoke(world, lost.session?.sessionID, by: owner) }
        }
    }

    @Test func theCallersOwnCanBeRevoked() async throws {
        try await withAuth { world in
            let own = try await world.client.signUp(.anna())
            try await revoke(world, own.session?.sessionID, by: own.tokens)
            #expect(await world.end(of: own.tokens) == .sessionEnded)
        }
    }

    /// An unknown id, a malformed one and one of another account are answered alike.
    @Test func aSessionOfAnotherIsNotFoundAndGoesOn() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let ben = try await world.client.signUp(.anna(email: "ben@example.com", name: "ben"))
            let unknown = try UUIDv7Generator(clock: world.clock.now).next().description
            var errors: Set<String> = []
            for id in [ben.session?.sessionID, unknown, "", "malformed"] {
                let error = await failure { try await revoke(world, id, by: owner) }
                #expect(error?.code == .notFound)
                #expect(error?.reasons == [.sessionNotFound])
                errors.insert("\(error.debugDescription) \(error?.details ?? [])")
            }
            #expect(errors.count == 1)
            #expect(await world.end(of: ben.tokens) == nil)
        }
    }

    /// Its access token is still valid, as it would be with a thief who was thrown out.
    @Test func aSessionThatHasEndedEndsNoOther() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna())
            let thief = try await world.signIn().tokens
            _ = try await world.client.revokeOtherSessions(
                RevokeOtherSessionsRequest(), options: .bearer(owner.tokens))
            let errors = [
                await failure { try await revoke(world, owner.session?.sessionID, by: thief) },
                await failure {
                    try await world.client.revokeOtherSessions(
                        RevokeOtherSessionsRequest(), options: .bearer(thief))
                },
                await failure {
                    try await world.client.revokeAllSessions(
                        RevokeAllSessionsRequest(), options: .bearer(thief))
                },
            ]
            for error in errors {
                #expect(error?.code == .unauthenticated)
                #expect(error?.reasons == [.sessionEnded])
            }
            #expect(await world.end(of: owner.tokens) == nil)
        }
    }

    @Test func whatWasAnsweredOutlivesARestart() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let lost = try await world.signIn()
            try await revoke(world, lost.session?.sessionID, by: owner)
            let copy = try world.copy()
            try await world.stop()
            try await world.start(path: copy)
            #expect(await world.end(of: lost.tokens) == .sessionEnded)
        }
    }

    @Test func itNeedsAnAccessToken() async throws {
        try await withAuth { world in
            let errors = [
                await failure { try await world.client.revokeSession(RevokeSessionRequest()) },
                await failure {
                    try await world.client.revokeOtherSessions(RevokeOtherSessionsRequest())
                },
                await failure {
                    try await world.client.revokeAllSessions(RevokeAllSessionsRequest())
                },
            ]
            for error in errors { #expect(error?.code == .unauthenticated) }
        }
    }
}
