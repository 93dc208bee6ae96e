import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct RefreshTests {
    private func app(_ door: ScriptedDoor) async throws -> (Rollcall, InMemorySessionStore) {
        // The watch of the session needs a token, too.
        door.answer("WatchSession") { $1.answer(503, .unavailable) }
        let store = InMemorySessionStore(try ScriptedDoor.stored(expired: false))
        let app = door.app(store)
        _ = await app.restored()
        return (app, store)
    }

    /// Makes the access token one that has expired.
    private func expire(_ app: Rollcall) async throws {
        try await app.keeper.change { $0.session?.accessTokenExpiresAtMs = 1 }
    }

    @Test func aHundredCallsWithAnExpiredTokenMakeOneRefresh() async throws {
        let door = try ScriptedDoor()
        let (app, store) = try await app(door)
        try await expire(app)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { _ = try await app.auth.getSession() }
            }
            try await group.waitForAll()
        }
        #expect(door.server.count(of: "Refresh") == 1)
        #expect(door.server.count(of: "GetSession") == 100)
        let fresh = try #require(try await store.state().session)
        #expect(fresh.accessToken != "access-0")
        let tokens = door.server.asked.filter { $0.path.hasSuffix("GetSession") }.map(\.token)
        #expect(Set(tokens) == [fresh.accessToken])
    }

    @Test func aTokenThatIsRefusedIsExchangedOnceAndTheCallsAreMadeAgain() async throws {
        let door = try ScriptedDoor()
        let (app, _) = try await app(door)
        door.answer("GetSession") { request, connection in
            guard request.token == "access-0" else {
                return connection.answer(GetSessionResponse())
            }
            connection.answer(401, .unauthenticated, .accessTokenInvalid)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<30 { group.addTask { _ = try await app.auth.getSession() } }
            try await group.waitForAll()
        }
        #expect(door.server.count(of: "Refresh") == 1)
        // A token that is refused again is the caller's error, and signs nobody out.
        door.answer("GetSession") { $1.answer(401, .unauthenticated, .accessTokenInvalid) }
        await #expect(throws: RollcallError.self) { try await app.auth.getSession() }
        #expect(app.state.user != nil)
    }

    private static let harmless: [(String, ScriptedDoor.Answer)] = [
        ("closed", { $1.close() }),
        ("internal", { $1.answer(500, .internal) }),
        ("overloaded", { $1.answer(503, .unavailable, .overloaded) }),
        ("page", { $1.answer(200, "text/html", Data("<html>".utf8)) }),
        ("proxy", { $1.answer(502, "text/html", Data("<html>".utf8)) }),
        ("401 of a proxy", { $1.answer(401, "text/html", Data("<html>".utf8)) }),
        ("no reason", { $1.answer(401, .unauthenticated) }),
        ("another reason", { $1.answer(401, .unauthenticated, .wrongCredentials) }),
        ("another code", { $1.answer(403, .permissionDenied, .sessionEnded) }),
        ("no tokens", { $1.answer(RefreshResponse()) }),
        (
            "a token that is two headers",
            { _, connection in
                var answer = RefreshResponse()
                answer.tokens = ScriptedDoor.tokens(1)
                answer.tokens?.accessToken = "a\r\nX-Other: b"
                connection.answer(answer)
            }
        ),
        ("no message", { $1.answer(200, "application/proto", Data([7])) }),
    ]

    @Test(arguments: harmless.indices)
    func noOtherFailureSignsAnybodyOut(_ index: Int) async throws {
        let door = try ScriptedDoor()
        let (app, _) = try await app(door)
        try await expire(app)
        door.answer("Refresh", Self.harmless[index].1)
        await #expect(throws: RollcallError.self, "\(Self.harmless[index].0)") {
            try await app.auth.getSession()
        }
        #expect(app.state.user != nil)
        // It is tried again.
        door.answer("Refresh", nil)
        _ = try await app.auth.getSession()
    }

    @Test func aCancelledTaskSignsNobodyOutAndDoesNotWait() async throws {
        let door = try ScriptedDoor()
        let (app, _) = try await app(door)
        try await expire(app)
        door.answer("Refresh") { $1.waitForEnd() }
        let call = Task { try await app.auth.getSession() }
        try await eventually { door.server.count(of: "Refresh") == 1 }
        call.cancel()
        let start = ContinuousClock.now
        await #expect(throws: RollcallError.canceled) { try await call.value }
        #expect(ContinuousClock.now - start < .seconds(3))
        #expect(app.state.user != nil)
    }

    @Test(arguments: [
        (Reason.refreshTokenInvalid, SignedOutReason.refreshTokenInvalid),
        (.refreshTokenReused, .refreshTokenReused),
        (.sessionEnded, .sessionEnded(.unspecified)),
    ])
    func theEndOfTheSessionSignsOutAndSaysWhy(
        _ reason: Reason, _ expected: SignedOutReason
    ) async throws {
        let door = try ScriptedDoor()
        let (app, store) = try await app(door)
        try await expire(app)
        door.answer("Refresh") { $1.answer(401, .unauthenticated, reason) }
        await #expect(throws: RollcallError.self) { try await app.auth.getSession() }
        #expect(app.state == .signedOut(expected))
        #expect(try await store.state().session == nil)
    }

    /// Holds the answer of a refresh until `then` is done.
    private func lateAnswer(
        _ reason: Reason?, then: (Rollcall) async throws -> Void
    ) async throws -> (Rollcall, InMemorySessionStore, ScriptedDoor, RollcallError?) {
        let door = try ScriptedDoor()
        let (app, store) = try await app(door)
        try await expire(app)
        let goOn = DispatchSemaphore(value: 0)
        door.answer("Refresh") { _, connection in
            goOn.wait()
            if let reason { return connection.answer(401, .unauthenticated, reason) }
            var answer = RefreshResponse()
            answer.tokens = ScriptedDoor.tokens(99)
            connection.answer(answer)
        }
        let call = Task { try await app.auth.getSession() }
        try await eventually { door.server.count(of: "Refresh") == 1 }
        try await then(app)
        goOn.signal()
        let result = await call.result
        goOn.signal()
        if case .failure(let error) = result { return (app, store, door, error as? RollcallError) }
        return (app, store, door, nil)
    }

    @Test(arguments: [nil, Reason.refreshTokenReused])
    func aRefreshThatIsAnsweredAfterSignOutChangesNothing(_ reason: Reason?) async throws {
        let (app, store, _, error) = try await lateAnswer(reason) { try await $0.signOut() }
        #expect(error != nil)
        #expect(app.state == .signedOut(.signedOut))
        #expect(try await store.state().session == nil)
    }

    @Test(arguments: [nil, Reason.refreshTokenReused])
    func aRefreshThatIsAnsweredAfterAnotherSignInChangesNothing(_ reason: Reason?) async throws {
        let (app, store, door, error) = try await lateAnswer(reason) { app in
            _ = try await app.signIn("bob@example.org", password: "p")
        }
        // The call was one of the first user, and is not made as the second.
        #expect(error != nil)
        #expect(door.server.count(of: "GetSession") == 0)
        #expect(app.state.user?.id == "user-of-bob")
        #expect(try await store.state().session?.user.id == "user-of-bob")
        #expect(try await store.state().session?.accessToken != "access-99")
    }

    @Test func aTokenThatAnotherProcessHasExchangedIsTaken() async throws {
        let door = try ScriptedDoor()
        let (app, store) = try await app(door)
        try await expire(app)
        // The other one was faster: this app's refresh finds another token in the store.
        door.answer("Refresh") { $1.answer(401, .unauthenticated, .refreshTokenReused) }
        _ = try await store.update { bytes in
            var state = try JSONDecoder().decode(StoredState.self, from: bytes ?? Data())
            try state.session?.replaceTokens(
                with: ScriptedDoor.tokens(50), now: SessionKeeper.now())
            bytes = try JSONEncoder().encode(state)
        }
        await #expect(throws: RollcallError.self) { try await app.auth.getSession() }
        #expect(app.state.user != nil)
        _ = try await app.auth.getSession()
        #expect(door.server.asked.last?.token == "access-50")
    }

    @Test func aFullDiskDoesNotLoseTheSession() async throws {
        let door = try ScriptedDoor()
        door.answer("WatchSession") { $1.answer(503, .unavailable) }
        let store = BrittleStore(try ScriptedDoor.stored())
        let app = door.app(store)
        _ = await app.restored()
        store.writeFails.withLock { $0 = true }
        _ = try await app.auth.getSession()
        _ = try await app.auth.getSession()
        // The old token was not used up: it is what the store has.
        #expect(door.server.count(of: "Refresh") == 1)
        #expect(try await store.state().session?.refreshToken == "refresh-0")
        // What cannot be replaced can be removed.
        try await app.signOut()
        #expect(app.state == .signedOut(.signedOut))
        #expect(try await store.load() == nil)
        try await eventually { door.endedTokens.count == 1 }
    }

    @Test(arguments: [-86_400_000, 86_400_000])
    func aClockThatIsWrongByADayDoesNotMatter(_ lead: Int64) async throws {
        let door = try ScriptedDoor()
        door.answer("SignIn") { _, connection in
            var answer = SignInResponse()
            answer.session = ScriptedDoor.session(1)
            answer.tokens = ScriptedDoor.tokens(1, lead: lead)
            connection.answer(answer)
        }
        let app = door.app()
        _ = try await app.signIn("ann", password: "p")
        for _ in 0..<3 { _ = try await app.auth.getSession() }
        #expect(door.server.count(of: "Refresh") == 0)
    }
}
