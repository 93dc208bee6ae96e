import RollcallAPI
import RollcallRPC
import Storage
import Testing

@testable import Auth

@Suite struct SessionOpeningTests {
    @Test func everySignInHasANewSessionWhateverTheClientSends() async throws {
        try await withAuth { world in
            let first = try await world.client.signUp(.anna())
            let id = try #require(first.session?.sessionID)
            var options = try CallOptions.bearer(first.tokens)
            for key in ["session-id", "rollcall-session-id", "cookie"] {
                try options.metadata.add(key, text: id)
            }
            var ids: Set = [id]
            for label in ["", id, first.tokens?.refreshToken.prefix(64).description ?? ""] {
                let request = SignInRequest(
                    email: "anna@example.com", password: "correct horse", deviceLabel: label,
                    platform: String(id.prefix(32)))
                let opened = try await world.client.signIn(request, options: options)
                let session = try #require(opened.session)
                #expect(ids.insert(session.sessionID).inserted)
                let own = try await world.client.getSession(
                    GetSessionRequest(), options: .bearer(opened.tokens))
                #expect(own.session == session)
            }
            // The one whose token was sent along is another still, and as it was.
            #expect(try await world.sessions(first.tokens).last?.sessionID == id)
            #expect(await world.end(of: first.tokens) == nil)
        }
    }

    @Test func noSessionIsHalfSignedIn() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let refused = [
                SignInRequest(email: "anna@example.com", password: "wrong horse"),
                SignInRequest(
                    email: "anna@example.com", password: "correct horse", displayName: "anna"),
            ]
            for request in refused {
                #expect(await failure { try await world.client.signIn(request) } != nil)
            }
            try await world.auth.store.refuseGrowth()
            var (opened, last) = (1, tokens)
            while let response = try? await world.signIn() {
                opened += 1
                last = response.tokens
            }
            try await world.auth.store.allowGrowth()
            #expect(try await world.auth.count("session") == opened)
            #expect(try await world.sessions(last).count == min(opened, AccountSession.limit))
        }
    }

    @Test func ofAHundredAndOneTheOneUnusedLongestEnds() async throws {
        try await withAuth { world in
            let first = try await world.client.signUp(.anna()).tokens
            world.clock.advance(.seconds(1))
            let unused = try await world.signIn().tokens
            var newest: Tokens?
            for _ in 2..<AccountSession.limit {
                world.clock.advance(.seconds(1))
                newest = try await world.signIn().tokens
            }
            #expect(try await world.sessions(newest).count == AccountSession.limit)
            let used = try await world.client.refresh(
                RefreshRequest(refreshToken: first?.refreshToken ?? ""))
            world.clock.advance(.seconds(1))
            let last = try await world.signIn()
            #expect(await world.end(of: unused) == .sessionEnded)
            #expect(await world.end(of: used.tokens) == nil)
            #expect(try await world.sessions(last.tokens).count == AccountSession.limit)
            #expect(try await world.auth.count("session", where: "endReason = 'replaced'") == 1)
        }
    }

    /// They would be kept for 30 days, and an account can open 43,200 sessions a day.
    @Test func anAccountKeepsOnlySoManyEndedSessions() async throws {
        try await withAuth { world in
            let first = try await world.client.signUp(.anna()).tokens
            let (live, ended) = (AccountSession.limit, AccountSession.endedLimit)
            for _ in 1..<live + ended {
                world.clock.advance(.milliseconds(1))
                _ = try await world.signIn()
            }
            #expect(await world.end(of: first) == .sessionEnded)
            for _ in 0..<20 {
                world.clock.advance(.milliseconds(1))
                _ = try await world.signIn()
            }
            #expect(try await world.auth.count("session") == live + ended)
            #expect(try await world.auth.count("session", where: "endedAtMs IS NULL") == live)
            // The newest stay: their callers are told why they have ended.
            let last = try await world.signIn()
            #expect(try await world.sessions(last.tokens).count == live)
        }
    }

    /// A clock that is set back makes the new one the oldest.
    @Test func theNewSessionIsNeverTheOneThatEnds() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            for _ in 1..<AccountSession.limit { _ = try await world.signIn() }
            world.clock.advance(.seconds(-60))
            let last = try await world.signIn().tokens
            #expect(try await world.sessions(last).count == AccountSession.limit)
        }
    }

    @Test func expiredSessionsTakeNoRoom() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            for _ in 1..<AccountSession.limit { _ = try await world.signIn() }
            world.clock.advance(.days(30))
            let last = try await world.signIn().tokens
            #expect(try await world.sessions(last).count == 1)
            #expect(try await world.auth.count("session", where: "endReason = 'replaced'") == 0)
            #expect(try await world.auth.count("session", where: "endedAtMs IS NULL") == 1)
        }
    }

    @Test func aHundredSignInsAtOnceKeepTheLimit() async throws {
        try await withAuth { world in
            let client = world.client
            _ = try await client.signUp(.anna())
            let request = SignInRequest(email: "anna@example.com", password: "correct horse")
            let errors = await withTaskGroup { group in
                for _ in 0..<120 {
                    group.addTask { await failure { try await client.signIn(request) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.allSatisfy { $0 == nil })
            let live = try await world.auth.count("session", where: "endedAtMs IS NULL")
            #expect(live == AccountSession.limit)
        }
    }
}
