import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import TestSupport
import Testing

@testable import Auth

@Suite struct WatchSessionTests {
    private typealias Stream = ResponseStream<WatchSessionResponse>

    private struct SessionEnded: Error {}

    private func watch(_ tokens: Tokens?, _ world: AuthServer) async throws -> Stream {
        try await world.client.watchSession(WatchSessionRequest(), options: .bearer(tokens))
    }

    private func session(_ stream: Stream) async throws -> Session? {
        guard case .session(let session) = try await stream.next()?.news else { return nil }
        return session
    }

    /// The end that comes next, and nothing after it.
    private func end(_ stream: Stream) async throws -> SessionEndReason? {
        guard case .end(let end) = try await stream.next()?.news else { return nil }
        let after = try await stream.next()
        #expect(after == nil)
        return end.reason
    }

    @Test func anAppSeesItsSessionAndEachChangeOfIt() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let stream = try await watch(tokens, world)
            let first = try await session(stream)
            let now = try await world.client.getSession(
                GetSessionRequest(), options: .bearer(tokens))
            #expect(first == now.session)
            world.clock.advance(.seconds(60))
            _ = try await world.client.refresh(
                RefreshRequest(refreshToken: tokens?.refreshToken ?? ""))
            let second = try await session(stream)
            #expect(second?.lastUsedAtMs == world.clock.now())
            stream.cancel()
        }
    }

    /// Watches of its sessions see each change of an account: the owner's and an administrator's.
    @Test func aChangeOfTheAccountIsSeenByItsSessionsAndByNoOther() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            let ben = try await world.client.signUp(
                .anna(email: "ben@example.com", name: "ben")
            ).tokens
            let streams = try await (watch(anna.tokens, world), watch(ben, world))
            _ = try await (session(streams.0), session(streams.1))
            let id = try #require(UUIDv7(anna.session?.userID ?? ""))
            let (email, now) = (try EmailAddress("a@x.example"), world.clock.now())
            let isDone = try await world.auth.store.write {
                try $0.add(email, to: id, replacing: .primary, now: now)
            }
            #expect(isDone)
            let changed = try await session(streams.0)
            #expect(changed?.email == "a@x.example")
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(ben))
            #expect(try await end(streams.1) == .signedOut)
            streams.0.cancel()
        }
    }

    @Test func theEndIsToldAtOnceAndSaysWhy() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let other = try await world.signIn()
            let streams = try await (watch(owner, world), watch(other.tokens, world))
            _ = try await (session(streams.0), session(streams.1))
            _ = try await world.client.revokeSession(
                RevokeSessionRequest(sessionID: other.session?.sessionID ?? ""),
                options: .bearer(owner))
            #expect(try await end(streams.1) == .revoked)
            // It has ended before the watch began.
            let late = try await watch(other.tokens, world)
            #expect(try await end(late) == .revoked)
            world.clock.advance(.seconds(1))
            let next = try await world.client.refresh(
                RefreshRequest(refreshToken: owner?.refreshToken ?? ""))
            _ = try await session(streams.0)
            _ = try await world.client.refresh(
                RefreshRequest(refreshToken: next.tokens?.refreshToken ?? ""))
            #expect(await world.end(of: owner) == .refreshTokenReused)
            #expect(try await end(streams.0) == .tokenReused)
        }
    }

    @Test func everyReasonOfTheStoreHasAMeaning() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let reasons: [(String, SessionEndReason)] = [
                ("signedOut", .signedOut), ("revoked", .revoked), ("revokedByAdmin", .revoked),
                ("tokenReused", .tokenReused), ("passwordChanged", .passwordChanged),
                ("passwordReset", .passwordChanged), ("addressChanged", .addressChanged),
                ("disabled", .accountDisabled), ("replaced", .replaced), ("expired", .expired),
                ("newEpoch", .newEpoch),
            ]
            for (text, reason) in reasons {
                let tokens = try await world.signIn().tokens
                try await world.auth.store.run(
                    Command<String>(
                        """
                        UPDATE session SET endedAtMs = 1, endReason = $1
                        WHERE id = (SELECT id FROM session ORDER BY id DESC LIMIT 1)
                        """),
                    text)
                let stream = try await watch(tokens, world)
                #expect(try await end(stream) == reason, "\(text)")
            }
        }
    }

    @Test func anAccountThatIsGoneAndANewEpochEndIt() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            let stream = try await watch(anna.tokens, world)
            _ = try await session(stream)
            let id = try #require(UUIDv7(anna.session?.sessionID ?? ""))
            let now = world.clock.now()
            try await world.auth.store.write { tx in
                try tx.endSession(id, reason: .revoked, now: now)
                try tx.run(PlainCommand("DELETE FROM account"))
            }
            #expect(try await end(stream) == .accountDeleted)
            let ben = try await world.client.signUp(.anna(email: "ben@example.com", name: "ben"))
            let other = try await watch(ben.tokens, world)
            _ = try await session(other)
            try await world.auth.store.beginEpoch(now: now)
            #expect(try await end(other) == .newEpoch)
        }
    }

    @Test func itEndsWithTheAccessTokenAndWithTheService() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            let now = world.clock.now() / 1000
            let claims = AccessTokenClaims(
                subject: .user(
                    userID: anna.session?.userID ?? "", sessionID: anna.session?.sessionID ?? "",
                    isAdmin: false),
                issuedAt: now - 600, expiresAt: now, epoch: world.auth.store.feed.epoch)
            // Good for its leeway.
            let token = try world.auth.runtime.rotation.ring.signer.token(for: claims)
            let short = try await watch(Tokens(accessToken: token), world)
            let expired = await failure { while try await short.next() != nil {} }
            #expect(expired?.reasons == [.accessTokenInvalid])
            let stream = try await watch(anna.tokens, world)
            _ = try await session(stream)
            world.auth.runtime.beginDrain()
            let stopped = await failure { try await stream.next() }
            #expect(stopped?.code == .unavailable)
        }
    }

    @Test func aQuietStreamSendsEmptyMessagesAndThenTheNextChange() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.longestQuiet = .milliseconds(20) }
            let tokens = try await world.client.signUp(.anna()).tokens
            let stream = try await watch(tokens, world)
            let first = try await session(stream)
            for _ in 0..<3 {
                let message = try await stream.next()
                #expect(message == WatchSessionResponse())
            }
            world.clock.advance(.seconds(60))
            _ = try await world.client.refresh(
                RefreshRequest(refreshToken: tokens?.refreshToken ?? ""))
            var news: WatchSessionResponse.News?
            while news == nil { news = try #require(try await stream.next()).news }
            guard case .session(let second) = news else { throw SessionEnded() }
            #expect(second.lastUsedAtMs == world.clock.now() && second != first)
            stream.cancel()
        }
    }

    @Test func aStreamIsNotQuietWhileOnlyThingsChangeThatItDoesNotSay() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.longestQuiet = .milliseconds(200) }
            let tokens = try await world.client.signUp(.anna()).tokens
            let stream = try await watch(tokens, world)
            _ = try await session(stream)
            let watches = world.auth.store.sessionWatches
            let changes = Task {
                while (try? await elapse(.milliseconds(10))) != nil { watches.wakeAll() }
            }
            defer { changes.cancel() }
            for _ in 0..<3 {
                let message = try await stream.next()
                #expect(message == WatchSessionResponse())
            }
            stream.cancel()
        }
    }

    @Test func aSessionIsWatchedSixteenTimesAtMost() async throws {
        try await withAuth { world in
            let (anna, other) = try await (world.client.signUp(.anna()).tokens, world.signIn())
            var streams: [Stream] = []
            for _ in 0..<16 {
                streams.append(try await watch(anna, world))
                _ = try await streams.last?.next()
            }
            let error = await failure { try await watch(anna, world).next() }
            #expect(error?.code == .resourceExhausted && error?.reasons == [.tooMany])
            let elsewhere = try await watch(other.tokens, world)
            #expect(try await session(elsewhere) != nil)
            for stream in streams + [elsewhere] { stream.cancel() }
        }
    }
}
