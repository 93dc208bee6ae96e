import Foundation
import TestSupport
import Testing

@testable import RollcallApp

/// The library for apps, against the real services and the real door.
@Suite(.serialized) struct AppTests {
    private func app(_ door: Door, _ store: any SessionStore = InMemorySessionStore()) throws
        -> Rollcall
    {
        Rollcall(try #require(URL(string: door.address)), store: store)
    }

    private func startedDoor() async throws -> Door {
        let door = try await Door()
        try await eventually {
            (try? await curl(["\(door.address)/healthz"]).status) == 200
        }
        return door
    }

    private func signUp(_ app: Rollcall) async throws -> String {
        let name = "u\(UInt32.random(in: 0 ... .max))"
        try await app.signUp(
            email: "\(name)@example.org", password: "correct horse", displayName: name)
        return name
    }

    @Test func anAppSignsUpAndCallsAndSignsOut() async throws {
        let door = try await startedDoor()
        let store = InMemorySessionStore()
        let app = try app(door, store)
        let states = app.states
        await #expect {
            try await app.signUp(email: "nobody", password: "short", displayName: ".a")
        } throws: { error in
            guard let error = error as? RollcallError else { return false }
            return error.violations(of: "password").map(\.reason) == [.passwordTooShort]
                && error.violations(of: "email").map(\.reason) == [.emailMalformed]
                && !error.violations(of: "display_name").isEmpty && error.requestID != nil
        }
        let name = try await signUp(app)
        let user = try #require(app.state.user)
        #expect(user.email == "\(name)@example.org")

        // Every kind of call: of a user, of anyone or a user, and streams.
        #expect(try await app.account.getAccount().account?.userID == user.id)
        let profile = try await app.profile.getProfile(
            GetProfileRequest(user: UserKey(key: .displayName(name))))
        #expect(profile.profile?.userID == user.id)
        var exported = 0
        for try await part in app.accountData.exportAccount(
            ExportAccountRequest())
        { exported += part.chunk.count }
        #expect(exported > 1024)
        for try await answer in app.presence.watchPresence(
            WatchPresenceRequest(userIDs: [user.id]))
        {
            guard case .snapshot = answer.update else { continue }
            break
        }

        let session = try #require(try await store.state().session)
        try await app.signOut()
        #expect(app.state == .signedOut(.signedOut))
        // The old token is refused within a second.
        let start = ContinuousClock.now
        let old = RollcallApp.Connection(
            try #require(URL(string: door.address)), timeout: .seconds(5),
            longestSilence: .seconds(30))
        try await eventually {
            do throws(RollcallError) {
                let _: GetSessionResponse = try await old.unary(
                    "rollcall.v1.AuthService/GetSession", GetSessionRequest(),
                    token: session.accessToken)
                return false
            } catch {
                return error.code == .unauthenticated
            }
        }
        #expect(ContinuousClock.now - start < .seconds(1))

        _ = try await app.signIn(name.uppercased(), password: "correct horse")
        #expect(app.state.user?.id == user.id)
        // The profile comes a little later than its user.
        var seen: [AuthState] = []
        for await state in states where state != .restoring {
            let known = state.user.map { AuthState.signedIn(User(id: $0.id)) } ?? state
            if seen.last != known { seen.append(known) }
            if seen.count == 4 { break }
        }
        let signedIn = AuthState.signedIn(User(id: user.id))
        #expect(seen == [.signedOut(.noSession), signedIn, .signedOut(.signedOut), signedIn])
        await #expect {
            _ = try await app.signIn(name, password: "wrong horse")
        } throws: {
            ($0 as? RollcallError)?.reasons == [.wrongCredentials]
        }
        #expect(app.state.user?.id == user.id)
        #expect(door.stop() == 0)
    }

    @Test func aSessionThatIsEndedOnAnotherDeviceShowsWithinTwoSeconds() async throws {
        let door = try await startedDoor()
        let (first, second) = (try app(door), try app(door))
        let name = try await signUp(first)
        _ = try await second.signIn(name, password: "correct horse")
        let start = ContinuousClock.now
        _ = try await second.auth.revokeOtherSessions()
        // The reason is known if the watch was open by then.
        try await eventually {
            [.revoked, .unspecified].contains { first.state == .signedOut(.sessionEnded($0)) }
        }
        #expect(ContinuousClock.now - start < .seconds(2))
        #expect(second.state.user != nil)
        #expect(door.stop() == 0)
    }

    @Test func aHundredCallsWithAnExpiredTokenMakeOneRefresh() async throws {
        let door = try await startedDoor()
        let store = CountingStore()
        let app = try app(door, store)
        _ = try await signUp(app)
        try await app.keeper.change { $0.session?.accessTokenExpiresAtMs = 1 }
        let before = store.tokens
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { _ = try await app.auth.getSession() } }
            try await group.waitForAll()
        }
        #expect(store.tokens == before + 1)
        #expect(door.stop() == 0)
    }

    @Test func whatIsDoneByMailIsSeenByTheApp() async throws {
        let door = try await startedDoor()
        let (app, spool) = (try app(door), door.cluster.spool)
        let address = "\(try await signUp(app))@example.org"
        #expect(app.state.user?.isEmailVerified == false)
        // The sign-up has a mail of its own.
        try await eventually { try !spool.mails(to: address).isEmpty }
        try spool.clear()
        _ = try await app.account.sendVerification()
        try await eventually { try !spool.mails(to: address).isEmpty }
        let code = try spool.mails(to: address)[0].code
        _ = try await app.account.verifyAddress(VerifyAddressRequest(code: code))
        // The watch of the session says so.
        try await eventually { app.state.user?.isEmailVerified == true }

        try await app.signOut()
        try spool.clear()
        let flow = try await app.requestPasswordReset(email: address)
        try await eventually { try !spool.mails(to: address).isEmpty }
        let proof = MailedCode(flow: flow, code: try spool.mails(to: address)[0].code)
        await #expect {
            try await app.resetPassword(.mailedCode(proof), to: "short")
        } throws: {
            ($0 as? RollcallError)?.violations(of: "new_password").map(\.reason)
                == [.passwordTooShort]
        }
        try await app.resetPassword(.mailedCode(proof), to: "another horse")
        _ = try await app.signIn(address, password: "another horse")
        #expect(app.state.user?.email == address)
        #expect(door.stop() == 0)
    }

    @Test func aServiceThatIsAwaySignsNobodyOut() async throws {
        let door = try await startedDoor()
        let store = InMemorySessionStore()
        let app = try app(door, store)
        _ = try await signUp(app)
        try await app.keeper.change { $0.session?.accessTokenExpiresAtMs = 1 }
        door.cluster[.auth].kill()
        await #expect {
            try await app.auth.getSession()
        } throws: {
            ($0 as? RollcallError)?.code == .unavailable
        }
        #expect(app.state.user != nil)
        // A sign-out is remembered, and ends the session when Auth is back.
        let other = try self.app(door, store)
        try await other.signOut()
        #expect(other.state == .signedOut(.signedOut))
        try await door.cluster.start(.auth)
        try await eventually { try await store.state().endings.isEmpty }
        // The first app learns that its session has ended.
        try await eventually {
            _ = try? await app.auth.getSession()
            return app.state.user == nil
        }
        #expect(door.stop() == 0)
    }

    @Test func aCopyOfTheTokensThatIsUsedElsewhereEndsTheSession() async throws {
        let door = try await startedDoor()
        let store = InMemorySessionStore()
        let owner = try app(door, store)
        _ = try await signUp(owner)
        let thief = try app(door, InMemorySessionStore(await store.load()))
        #expect(await thief.restored().user != nil)
        // Its successor is used, too.
        for _ in 0..<2 {
            try await owner.keeper.change { $0.session?.accessTokenExpiresAtMs = 1 }
            _ = try await owner.auth.getSession()
        }
        try await thief.keeper.change { $0.session?.accessTokenExpiresAtMs = 1 }
        await #expect(throws: RollcallError.self) { try await thief.auth.getSession() }
        #expect(thief.state.user == nil)
        try await eventually { owner.state.user == nil }
        #expect(
            [.signedOut(.sessionEnded(.tokenReused)), .signedOut(.refreshTokenReused)].contains(
                owner.state))
        #expect(door.stop() == 0)
    }
}

/// Counts the access tokens that were saved.
private final class CountingStore: SessionStore {
    private let inner = InMemorySessionStore()
    private let seen = Locked<Set<String>>([])
    var tokens: Int { seen.withLock { $0.count } }

    func load() async throws -> Data? { await inner.load() }

    func update<Result: Sendable>(
        _ change: @Sendable (inout Data?) throws -> Result
    ) async throws -> Result {
        let result = try await inner.update(change)
        let state = try await inner.state()
        seen.withLock { if let token = state.session?.accessToken { _ = $0.insert(token) } }
        return result
    }
}

extension SessionStore {
    func state() async throws -> StoredState {
        guard let bytes = try await load() else { return StoredState() }
        return try JSONDecoder().decode(StoredState.self, from: bytes)
    }
}

extension Rollcall {
    /// Waits until the store was read.
    func restored() async -> AuthState {
        for await state in states where state != .restoring { return state }
        return .restoring
    }
}
