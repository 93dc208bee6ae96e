import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct RestoreTests {
    @Test func withoutANetworkTheUserIsSignedInFromTheStoreAndStaysSo() async throws {
        let door = try ScriptedDoor()
        door.lose()
        let app = door.app(InMemorySessionStore(try ScriptedDoor.stored()))
        let user = User(id: "user-of-ann", email: "ann@example.org")
        #expect(await app.restored() == .signedIn(user))
        await #expect(throws: RollcallError.self) { try await app.auth.getSession() }
        #expect(try await remains(for: .milliseconds(500)) { app.state == .signedIn(user) })
        #expect(door.server.count(of: "Refresh") > 0)
    }

    @Test func theStateIsThereWithin50Milliseconds() async throws {
        let door = try ScriptedDoor()
        door.lose()
        try await withDirectory { directory in
            let file = directory.appending(path: "session")
            try ScriptedDoor.stored().write(to: file)
            var times: [Duration] = []
            for _ in 0..<100 {
                let start = ContinuousClock.now
                let app = door.app(FileSessionStore(file: file))
                #expect(await app.restored().user != nil)
                times.append(.now - start)
            }
            // Others use the machine, too.
            #expect(times.sorted()[80] < .milliseconds(50))
        }
    }

    @Test func anEmptyStoreIsSignedOut() async throws {
        let door = try ScriptedDoor()
        let app = door.app()
        #expect(await app.restored() == .signedOut(.noSession))
        await #expect(throws: RollcallError.notSignedIn) { try await app.auth.getSession() }
        #expect(door.server.asked.isEmpty)
    }

    @Test(arguments: [
        "", "{", "{}", #"{"version":2,"endings":[],"deviceToken":""}"#, "[1]", "\u{0}",
    ])
    func aDamagedStoreIsSignedOutAndTheNextSignInMendsIt(_ stored: String) async throws {
        let door = try ScriptedDoor()
        let store = InMemorySessionStore(Data(stored.utf8))
        let app = door.app(store)
        #expect(await app.restored() == .signedOut(.storeDamaged))
        _ = try await app.signIn("ann@example.org", password: "p")
        #expect(await door.app(store).restored().user?.id == "user-of-ann")
    }

    @Test func aStoreThatCannotBeReadYetIsNotSignedOut() async throws {
        let door = try ScriptedDoor()
        let store = BrittleStore(try ScriptedDoor.stored())
        store.readFails.withLock { $0 = true }
        let app = door.app(store)
        await #expect {
            try await app.auth.getSession()
        } throws: {
            ($0 as? RollcallError)?.origin == .store
        }
        #expect(try await remains(for: .milliseconds(200)) { app.state == .restoring })
        store.readFails.withLock { $0 = false }
        // By itself, in seconds.
        #expect(await app.restored().user?.id == "user-of-ann")
    }

    @Test func everySubscriberSeesEachChangeOnceAndInOrder() async throws {
        let door = try ScriptedDoor()
        let app = door.app()
        _ = await app.restored()
        let subscribers = (0..<20).map { _ in
            let states = app.states
            return Task {
                var seen: [AuthState] = []
                for await state in states {
                    seen.append(state)
                    if state.user?.id == "user-of-last" { break }
                }
                return seen
            }
        }
        for name in ["a", "b", "c", "last"] {
            _ = try await app.signIn("\(name)@example.org", password: "p")
            if name == "b" { try await app.signOut() }
        }
        for subscriber in subscribers {
            let seen = await subscriber.value
            #expect(seen.count == 6)
            #expect(
                seen.compactMap(\.user?.email).map { $0.prefix { $0 != "@" } } == [
                    "a", "b", "c", "last",
                ])
            #expect(seen[0] == .signedOut(.noSession))
            #expect(seen[3] == .signedOut(.signedOut))
        }
    }

    @Test func anAppThatIsLetGoOfLeavesTheServer() async throws {
        let door = try ScriptedDoor()
        let store = InMemorySessionStore(try ScriptedDoor.stored())
        var app: Rollcall? = door.app(store)
        try await eventually { door.watches == 1 }
        weak let keeper = app?.keeper
        app = nil
        try await eventually { keeper == nil }
    }
}
