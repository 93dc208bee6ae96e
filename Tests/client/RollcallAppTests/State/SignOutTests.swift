import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct SignOutTests {
    @Test func withoutANetworkItIsDoneAtOnceAndTheSessionIsEndedLater() async throws {
        let door = try ScriptedDoor()
        let store = InMemorySessionStore(try ScriptedDoor.stored(expired: false))
        let app = door.app(store)
        _ = await app.restored()
        door.lose()
        try await app.signOut()
        #expect(app.state == .signedOut(.signedOut))
        let waiting = try await store.state()
        #expect(waiting.session == nil)
        #expect(waiting.endings.map(\.id) == ["session-0"])
        door.answer("*", nil)
        try await eventually { door.endedTokens == ["access-0"] }
        try await eventually { try await store.state().endings.isEmpty }
    }

    @Test func theNextLaunchEndsASessionThatTheLastOneCouldNot() async throws {
        let door = try ScriptedDoor()
        let store = InMemorySessionStore(try ScriptedDoor.stored(expired: false))
        door.lose()
        func signOut() async throws {
            let app = door.app(store)
            try await app.signOut()
            try await eventually { door.server.count(of: "SignOut") > 0 }
        }
        try await signOut()
        #expect(door.endedTokens.isEmpty)
        #expect(try await store.state().endings.map(\.id) == ["session-0"])
        door.answer("*", nil)
        let app = door.app(store)
        #expect(await app.restored() == .signedOut(.noSession))
        try await eventually { try await store.state().endings.isEmpty }
        // An attempt of the last launch may still have been on its way.
        #expect(Set(door.endedTokens) == ["access-0"])
    }

    @Test func onAFullDiskTheServerIsNotAskedAgainAndAgain() async throws {
        let door = try ScriptedDoor()
        let store = BrittleStore(try ScriptedDoor.stored(expired: false))
        door.lose()
        let app = door.app(store)
        _ = await app.restored()
        try await app.keeper.change { $0.deviceToken = "device" }
        try await app.signOut()
        store.writeFails.withLock { $0 = true }
        door.answer("*", nil)
        try await eventually { door.endedTokens.first == "access-0" }
        let attempts = door.server.count(of: "SignOut")
        #expect(
            try await remains(for: .milliseconds(400)) {
                door.server.count(of: "SignOut") < attempts + 4
            })
        store.writeFails.withLock { $0 = false }
        try await eventually { try await store.state().endings.isEmpty }
    }

    @Test func anExpiredTokenIsExchangedToEndTheSession() async throws {
        let door = try ScriptedDoor()
        door.answer("SignOut") { request, connection in
            guard request.token != "access-0" else {
                return connection.answer(401, .unauthenticated, .accessTokenInvalid)
            }
            connection.answer(SignOutResponse())
        }
        let store = InMemorySessionStore(try ScriptedDoor.stored(expired: false))
        let app = door.app(store)
        _ = await app.restored()
        try await app.signOut()
        try await eventually { try await store.state().endings.isEmpty }
        #expect(door.server.count(of: "SignOut") == 2)
        #expect(app.state == .signedOut(.signedOut))
    }

    @Test func anotherUserTakesThePlaceOfTheFirstWhoseSessionIsEnded() async throws {
        let door = try ScriptedDoor()
        let app = door.app(InMemorySessionStore(try ScriptedDoor.stored(expired: false)))
        _ = await app.restored()
        let result = try await app.signIn("bob@example.org", password: "p")
        #expect(result == .signedIn(User(id: "user-of-bob", email: "bob@example.org")))
        try await eventually { door.endedTokens == ["access-0"] }
        #expect(app.state.user?.id == "user-of-bob")
    }

    @Test func theTokenOfTheDeviceOutlivesTheSession() async throws {
        let door = try ScriptedDoor()
        let store = InMemorySessionStore()
        let app = door.app(store)
        _ = try await app.signIn("ann@example.org", password: "p")
        try await app.signOut()
        _ = try await app.signIn("ann", password: "p")
        let asked = try door.server.asked.filter { $0.path.hasSuffix("/SignIn") }
            .map { try SignInRequest(decoding: $0.body) }
        #expect(asked.map(\.deviceToken.isEmpty) == [true, false])
        #expect(asked.map(\.email) == ["ann@example.org", ""])
        #expect(asked.map(\.displayName) == ["", "ann"])
    }

    @Test func aSecondStepSignsNobodyOut() async throws {
        let door = try ScriptedDoor()
        let app = door.app(InMemorySessionStore(try ScriptedDoor.stored(expired: false)))
        var pending = PendingSignIn()
        pending.token = "pending"
        let asked = pending
        door.answer("SignIn") { _, connection in
            var answer = SignInResponse()
            answer.pending = asked
            connection.answer(answer)
        }
        #expect(try await app.signIn("bob", password: "p") == .codeRequired(pending))
        #expect(await app.restored().user?.id == "user-of-ann")
    }
}

@Suite(.serialized) struct SecondStepTests {
    @Test func afterAStepThereMayBeAnother() async throws {
        let door = try ScriptedDoor()
        let app = door.app(InMemorySessionStore())
        var (pending, next) = (PendingSignIn(), PendingSignIn())
        (pending.token, next.token) = ("first", "second")
        (pending.steps, next.steps) = ([.mailedCode], [.totp, .recoveryCode])
        let later = next
        door.answer("ContinueSignIn") { request, connection in
            let asked = try? ContinueSignInRequest(decoding: request.body)
            var answer = ContinueSignInResponse()
            if asked?.token == "first" {
                answer.pending = later
            } else {
                (answer.session, answer.tokens) = (ScriptedDoor.session(1), ScriptedDoor.tokens(1))
            }
            connection.answer(answer)
        }
        let first = try await app.continueSignIn(pending, by: .mailedCode("12345678"))
        #expect(first == .codeRequired(next))
        let second = try await app.continueSignIn(next, by: .totpCode("123456"))
        #expect(second == .signedIn(try #require(app.state.user)))
    }
}

@Suite(.serialized) struct SessionWatchTests {
    @Test func aSessionThatWasEndedElsewhereIsSignedOutHere() async throws {
        let door = try ScriptedDoor()
        let app = door.app(InMemorySessionStore(try ScriptedDoor.stored(expired: false)))
        try await eventually { door.watches == 1 }
        let start = ContinuousClock.now
        door.end(.revoked)
        try await eventually { app.state == .signedOut(.sessionEnded(.revoked)) }
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    @Test func aChangeOfTheAccountIsAChangeOfTheState() async throws {
        let door = try ScriptedDoor()
        let store = InMemorySessionStore(try ScriptedDoor.stored(expired: false))
        let app = door.app(store)
        try await eventually { door.watches == 1 }
        var (message, session) = (WatchSessionResponse(), ScriptedDoor.session(0))
        session.isEmailVerified = true
        message.news = .session(session)
        door.tellWatches(message)
        try await eventually { app.state.user?.isEmailVerified == true }
        #expect(try await store.state().session?.user.isEmailVerified == true)
    }

    @Test func theWatchOfOneUserEndsWithTheSignInOfAnother() async throws {
        let door = try ScriptedDoor()
        let app = door.app(InMemorySessionStore(try ScriptedDoor.stored(expired: false)))
        try await eventually { door.watches == 1 }
        _ = try await app.signIn("bob@example.org", password: "p")
        try await eventually { door.watches == 2 }
        // What the first watch would tell late.
        var (message, session) = (WatchSessionResponse(), ScriptedDoor.session(0))
        session.isEmailVerified = true
        message.news = .session(session)
        door.tellWatches(message)
        #expect(
            try await remains(for: .milliseconds(200)) {
                app.state == .signedIn(User(id: "user-of-bob", email: "bob@example.org"))
            })
    }

    @Test func aWatchThatBreaksIsOpenedAgain() async throws {
        let door = try ScriptedDoor()
        let app = door.app(InMemorySessionStore(try ScriptedDoor.stored(expired: false)))
        try await eventually { door.watches == 1 }
        door.lose()
        door.answer("*", nil)
        try await eventually { door.watches == 1 }
        #expect(app.state.user != nil)
    }
}
