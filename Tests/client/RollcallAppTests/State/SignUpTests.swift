import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct SignUpTests {
    private func keys(_ door: ScriptedDoor) throws -> [String] {
        try door.server.asked.filter { $0.path.hasSuffix("/SignUp") }
            .map { try SignUpRequest(decoding: $0.body).idempotencyKey }
    }

    /// Fails in one way so many times.
    private func fail(
        _ door: ScriptedDoor, times: Int, _ answer: @escaping ScriptedDoor.Answer
    ) {
        let rest = Locked(times)
        door.answer("SignUp") { request, connection in
            let isLast = rest.withLock { rest in
                rest -= 1
                return rest <= 0
            }
            if isLast { door.answer("SignUp", nil) }
            answer(request, connection)
        }
    }

    @Test func aSignUpWithoutAnAnswerIsTriedAgainWithTheSameKey() async throws {
        let door = try ScriptedDoor()
        let store = InMemorySessionStore()
        let app = door.app(store)
        fail(door, times: 2) { $1.close() }
        let user = try await app.signUp(email: "ann@example.org", password: "p")
        #expect(user.id == "user-of-ann")
        #expect(app.state == .signedIn(user))
        let keys = try keys(door)
        #expect(keys.count == 3)
        #expect(Set(keys).count == 1)
        #expect(keys[0].wholeMatch(of: /[A-Za-z0-9_-]{16,64}/) != nil)
        #expect(try await store.state().signUp == nil)
    }

    @Test func aBrokenRuleIsAnsweredAtOnceAndForgetsTheKey() async throws {
        let door = try ScriptedDoor()
        let store = InMemorySessionStore()
        let app = door.app(store)
        fail(door, times: 1) { $1.answer(400, .invalidArgument, .passwordTooShort) }
        await #expect {
            try await app.signUp(email: "ann@example.org", password: "p")
        } throws: {
            ($0 as? RollcallError)?.reasons == [.passwordTooShort]
        }
        #expect(try await store.state().signUp == nil)
        try await app.signUp(email: "ann@example.org", password: "p")
        #expect(try Set(keys(door)).count == 2)
    }

    /// The account may have been made by an attempt whose answer was lost.
    @Test(arguments: [RollcallError.Code.resourceExhausted, .unavailable])
    func aRefusalThatDecidesNothingKeepsTheKey(_ code: RollcallError.Code) async throws {
        let door = try ScriptedDoor()
        let store = InMemorySessionStore()
        let app = door.app(store)
        let reason = code == .unavailable ? Reason.overloaded : .tooManyAttempts
        fail(door, times: 1) { _, connection in
            door.answer("SignUp") { $1.answer(503, code, reason) }
            connection.close()
        }
        await #expect {
            try await app.signUp(email: "ann@example.org", password: "p")
        } throws: {
            ($0 as? RollcallError)?.reasons == [reason]
        }
        door.answer("SignUp", nil)
        try await app.signUp(email: "ann@example.org", password: "p")
        #expect(try keys(door).count == 3)
        #expect(try Set(keys(door)).count == 1)
    }

    @Test func aSessionThatCannotBeSavedIsOpenedByTheNextAttempt() async throws {
        let door = try ScriptedDoor()
        let store = BrittleStore()
        let app = door.app(store)
        door.answer("SignUp") { _, connection in
            store.writeFails.withLock { $0 = true }
            var answer = SignUpResponse()
            answer.session = ScriptedDoor.session(1)
            answer.tokens = ScriptedDoor.tokens(1)
            connection.answer(answer)
        }
        await #expect {
            try await app.signUp(email: "ann@example.org", password: "p")
        } throws: {
            ($0 as? RollcallError)?.origin == .store
        }
        #expect(app.state == .signedOut(.noSession))
        store.writeFails.withLock { $0 = false }
        door.answer("SignUp", nil)
        try await app.signUp(email: "ann@example.org", password: "p")
        #expect(try Set(keys(door)).count == 1)
    }

    @Test func theNextLaunchGoesOnWithTheSignUpOfTheLastOne() async throws {
        let door = try ScriptedDoor()
        let store = InMemorySessionStore()
        door.answer("SignUp") { $1.waitForEnd() }
        func begin() async throws {
            let app = door.app(store)
            let call = Task { try await app.signUp(email: "ann@example.org", password: "p") }
            try await eventually { door.server.count(of: "SignUp") == 1 }
            call.cancel()
            await #expect(throws: RollcallError.canceled) { try await call.value }
        }
        try await begin()
        door.answer("SignUp", nil)
        let app = door.app(store)
        #expect(await app.restored() == .signedOut(.noSession))
        try await app.signUp(email: "ann@example.org", password: "p")
        #expect(try Set(keys(door)).count == 1)
    }

    @Test func anotherPasswordIsAnotherSignUp() async throws {
        let door = try ScriptedDoor()
        var state = StoredState()
        state.signUp = SignUpAttempt(
            email: "ann@example.org", displayName: "", key: "0123456789abcdef")
        let app = door.app(InMemorySessionStore(try JSONEncoder().encode(state)))
        fail(door, times: 1) { $1.answer(400, .failedPrecondition, .idempotencyKeyReused) }
        try await app.signUp(email: "ann@example.org", password: "another")
        let keys = try keys(door)
        #expect(keys.count == 2)
        #expect(keys[0] == "0123456789abcdef")
        #expect(keys[1] != keys[0])
    }

    @Test func withoutANetworkItFailsAtOnce() async throws {
        let door = try ScriptedDoor()
        let app = door.app()
        door.server.stop()
        let start = ContinuousClock.now
        await #expect {
            try await app.signUp(email: "ann@example.org", password: "p")
        } throws: {
            ($0 as? RollcallError)?.origin == .noRoute
        }
        #expect(ContinuousClock.now - start < .seconds(5))
    }
}
