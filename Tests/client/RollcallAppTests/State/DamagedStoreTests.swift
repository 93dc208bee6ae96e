import Foundation
import TestSupport
import Testing

@testable import RollcallApp

/// What others have done to the store: a disk, another app, a later version of this one.
@Suite(.serialized) struct DamagedStoreTests {
    private static let offline = URL(string: "http://127.0.0.1:1") ?? URL(filePath: "/")

    private func restored(_ stored: Data) async -> AuthState {
        await Rollcall(Self.offline, store: InMemorySessionStore(stored)).restored()
    }

    @Test func aStoreThatWasCutOffAnywhereIsDamaged() async throws {
        let whole = try ScriptedDoor.stored()
        for count in stride(from: 0, to: whole.count, by: 7) {
            #expect(await restored(whole.prefix(count)) == .signedOut(.storeDamaged))
        }
    }

    @Test func aStoreWithWrongBytesIsReadOrDamaged() async throws {
        let whole = try ScriptedDoor.stored()
        var isRead = 0
        for _ in 0..<300 {
            var bytes = whole
            let place = Int.random(in: 0..<bytes.count)
            bytes[place] = .random(in: 0...255)
            switch await restored(bytes) {
            case .signedIn: isRead += 1
            case .signedOut(let reason): #expect([.storeDamaged, .noSession].contains(reason))
            case .restoring: Issue.record("the state is unknown")
            }
        }
        #expect(isRead > 0)
    }

    @Test(arguments: [
        Data(repeating: 0, count: 300_000), Data((0..<4096).map { UInt8($0 & 0xFF) }),
        Data("bplist00".utf8), Data("SQLite format 3\0".utf8),
        Data(String(repeating: "[", count: 200_000).utf8),
    ])
    func aFileOfAnotherProgramIsDamagedAndReplacedByTheNextSignIn(_ bytes: Data) async throws {
        let door = try ScriptedDoor()
        try await withDirectory { directory in
            let file = directory.appending(path: "session")
            try bytes.write(to: file)
            let app = door.app(FileSessionStore(file: file))
            #expect(await app.restored() == .signedOut(.storeDamaged))
            // It is not thrown away before another session takes its place.
            #expect(try Data(contentsOf: file) == bytes)
            _ = try await app.signIn("ann@example.org", password: "p")
            let next = door.app(FileSessionStore(file: file))
            #expect(await next.restored().user?.id == "user-of-ann")
        }
    }

    @Test func aStoreOfALaterVersionIsLeftAloneUntilTheNextSignIn() async throws {
        let later = Data(#"{"version":2,"session":{"id":"s","new":[1]},"endings":[]}"#.utf8)
        let store = InMemorySessionStore(later)
        let door = try ScriptedDoor()
        let app = door.app(store)
        #expect(await app.restored() == .signedOut(.storeDamaged))
        await #expect(throws: RollcallError.notSignedIn) { try await app.auth.getSession() }
        #expect(await store.load() == later)
    }

    /// A header must not end where the token of a store says so.
    @Test func aTokenOfTheStoreMakesNoHeaders() async throws {
        let door = try ScriptedDoor()
        var state = try JSONDecoder().decode(
            StoredState.self, from: ScriptedDoor.stored(expired: false))
        state.session?.accessToken = "a\r\nX-Other: b"
        let app = door.app(InMemorySessionStore(try JSONEncoder().encode(state)))
        _ = await app.restored()
        _ = try? await app.auth.getSession()
        for request in door.server.asked { #expect(request.headers["x-other"] == nil) }
    }

    @Test(arguments: [-86_400_000, 86_400_000])
    func aClockThatIsSetByADayCostsOneRefreshAtMost(_ change: Int64) async throws {
        let door = try ScriptedDoor()
        door.answer("WatchSession") { $1.answer(503, .unavailable) }
        // The service knows the time.
        door.answer("GetSession") { request, connection in
            guard request.token == "access-0" else {
                return connection.answer(GetSessionResponse())
            }
            connection.answer(401, .unauthenticated, .accessTokenInvalid)
        }
        // The token has expired, and the clock was set after it came.
        var state = try JSONDecoder().decode(StoredState.self, from: ScriptedDoor.stored())
        state.session?.clockLeadMs = -change
        let app = door.app(InMemorySessionStore(try JSONEncoder().encode(state)))
        for _ in 0..<3 { _ = try await app.auth.getSession() }
        #expect(door.server.count(of: "Refresh") == 1)
        #expect(app.state.user != nil)
    }
}
