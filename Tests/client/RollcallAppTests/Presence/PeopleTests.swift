import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct PeopleTests {
    private let lifecycle = ManualLifecycle()

    private func app(_ door: ScriptedDoor) throws -> Rollcall {
        Rollcall(
            door.server.address,
            store: InMemorySessionStore(try ScriptedDoor.stored(expired: false)),
            timeout: .seconds(5), lifecycle: lifecycle)
    }

    @Test func theListFollowsProfilesAndPresenceInTheOrderOfTheIDs() async throws {
        let (door, watches) = (try ScriptedDoor(), Watches())
        watches.answer(door)
        let app = try app(door)
        let people = app.people(["user-2", "user-1", "hidden"])
        let seen = Collected(people)
        try await eventually { !people.isStale }
        #expect(people.users.map(\.displayName) == ["name 2", "name 1"])
        #expect(people.users.map(\.isOnline) == [false, false])
        watches.tell { $0.presence("user-1", .online) }
        try await eventually { people.users.last?.isOnline == true }
        watches.tell { $0.profile("user-2") { $0.displayName = "another" } }
        try await eventually { people.users.first?.displayName == "another" }
        watches.tell { $0.hide("user-2") }
        try await eventually { people.users.map(\.id) == ["user-1"] }
        try await eventually { seen.last?.map(\.id) == ["user-1"] }
        try await eventually { await app.cache.users(["user-2"]).isEmpty }
        // What says only that a watch goes on is no news.
        let count = seen.count
        watches.tell { $0.beat() }
        #expect(try await remains(for: .milliseconds(200)) { seen.count == count })
        seen.cancel()
    }

    @Test func aCutIsStaleAndGoesOnFromTheCursor() async throws {
        let (door, watches) = (try ScriptedDoor(), Watches())
        watches.answer(door)
        let app = try app(door)
        let people = app.people(["user-1"])
        try await eventually { !people.isStale }
        door.answer("WatchPresence") { $1.close() }
        door.answer("WatchProfiles") { $1.close() }
        watches.cut()
        try await eventually { people.isStale && people.error?.isAboutConnection == true }
        #expect(people.users.map(\.id) == ["user-1"])
        watches.answer(door)
        try await eventually { !people.isStale }
        #expect(people.error == nil)
        #expect(watches.cursors.withLock { $0 } == [0, 1, 0, 1].sorted())
    }

    @Test func aStreamWhoseTokenHasExpiredGoesOnWithoutBeingStale() async throws {
        let (door, watches) = (try ScriptedDoor(), Watches())
        watches.answer(door)
        let app = try app(door)
        let people = app.people(["user-1"])
        try await eventually { !people.isStale }
        watches.expire()
        #expect(
            try await remains(for: .milliseconds(300)) { !people.isStale && people.error == nil })
        try await eventually { watches.cursors.withLock { $0 } == [0, 0, 1, 1] }
        watches.tell { $0.presence("user-1", .online) }
        try await eventually { people.users[0].isOnline }
    }

    @Test func presenceThatLacksChangesIsStale() async throws {
        let (door, watches) = (try ScriptedDoor(), Watches())
        watches.answer(door)
        let app = try app(door)
        let people = app.people(["user-1"])
        try await eventually { !people.isStale }
        watches.tell { $0.stale(1) }
        try await eventually { people.isStale }
        watches.tell { $0.stale(0) }
        try await eventually { !people.isStale }
    }

    @Test func theSetOfUsersCanChange() async throws {
        let (door, watches) = (try ScriptedDoor(), Watches())
        watches.answer(door)
        let app = try app(door)
        let people = app.people(["user-1"])
        try await eventually { people.users.map(\.id) == ["user-1"] && !people.isStale }
        watches.tell { $0.presence("user-1", .online) }
        try await eventually { people.users[0].isOnline }
        people.ids = ["user-3", "user-1"]
        #expect(people.ids == ["user-3", "user-1"])
        try await eventually { people.users.map(\.id) == ["user-3", "user-1"] }
        people.update(ids: [])
        try await eventually { people.users.isEmpty && !people.isStale }
    }

    @Test func withoutANetworkTheListComesFromTheCache() async throws {
        let (door, watches) = (try ScriptedDoor(), Watches())
        watches.answer(door)
        try await withDirectory { folder in
            let store = InMemorySessionStore(try ScriptedDoor.stored(expired: false))
            let first = Rollcall(
                door.server.address, store: store, cache: folder, lifecycle: lifecycle)
            let people = first.people(["user-1", "user-2"])
            try await eventually { !people.isStale }
            try await eventually { await first.cache.users(["user-1", "user-2"]).count == 2 }
            await first.cache.save()
            door.lose()
            let second = Rollcall(
                door.server.address, store: store, cache: folder, timeout: .seconds(5))
            for await users in second.people(["user-2", "user-1"]) {
                #expect(users.map(\.displayName) == ["name 2", "name 1"])
                break
            }
            let again = second.people(["user-2"])
            try await eventually { again.error != nil }
            #expect(again.isStale)
            #expect(again.users.map(\.id) == ["user-2"])
        }
    }

    @Test func aSignOutEndsTheListAndAnotherUserSeesNothingOfIt() async throws {
        let (door, watches) = (try ScriptedDoor(), Watches())
        watches.answer(door)
        let app = try app(door)
        let people = app.people(["user-1"])
        let loop = Task {
            var count = 0
            for await _ in people { count += 1 }
            return count
        }
        try await eventually { !people.isStale }
        try await app.signOut()
        #expect(await loop.value > 0)
        #expect(people.users.isEmpty)
        for await _ in app.people(["user-1"]) { Issue.record("nobody is signed in") }
    }

    @Test func inTheBackgroundStreamsEndAndOnReturnTheyGoOn() async throws {
        let (door, watches) = (try ScriptedDoor(), Watches())
        watches.answer(door)
        let app = try app(door)
        let people = app.people(["user-1"])
        try await eventually { !people.isStale }
        lifecycle.set(isForeground: false)
        try await eventually { people.isStale && watches.open == 0 }
        lifecycle.set(isForeground: true)
        try await eventually { !people.isStale }
        #expect(watches.cursors.withLock { $0 } == [0, 0, 1, 1])
    }

    @Test func whatIsRefusedIsSaidAndNotAskedAgain() async throws {
        let door = try ScriptedDoor()
        for method in ["WatchPresence", "WatchProfiles"] {
            door.answer(method) { $1.answer(400, .invalidArgument, .tooMany) }
        }
        let app = try app(door)
        let people = app.people(["user-1"])
        try await eventually { people.error?.reasons == [.tooMany] }
        #expect(
            try await remains(for: .seconds(1)) { door.server.count(of: "WatchPresence") <= 1 })
        let (other, watches) = (app.people(["user-1"]), Watches())
        watches.answer(door)
        people.ids = ["user-2"]
        try await eventually { !people.isStale }
        withExtendedLifetime(other) {}
    }

    @Test func aListThatIsLetGoOfLeavesTheServer() async throws {
        let (door, watches) = (try ScriptedDoor(), Watches())
        watches.answer(door)
        let app = try app(door)
        var people: People? = app.people(["user-1"])
        try await eventually { people?.isStale == false }
        #expect(watches.open == 2)
        people = nil
        try await eventually { watches.open == 0 }
    }
}

/// Collects what a list yields.
private final class Collected: Sendable {
    private let lists = Locked<[[User]]>([])
    private let task: Task<Void, Never>

    init(_ people: People) {
        task = Task { [lists] in
            for await users in people { lists.withLock { $0.append(users) } }
        }
    }

    var count: Int { lists.withLock { $0.count } }
    var last: [User]? { lists.withLock { $0.last } }
    func cancel() { task.cancel() }
}

/// The open watches of a door: everybody is offline at first, and `hidden` is hidden.
private final class Watches: Sendable {
    private let presence = Locked<[HostileServer.Connection]>([])
    private let profiles = Locked<[HostileServer.Connection]>([])
    /// 1 for a watch that went on, and 0 for one that began; the first ones first, two at a time.
    let cursors = Locked<[Int]>([])

    var open: Int { presence.withLock { $0.count } + profiles.withLock { $0.count } }

    func answer(_ door: ScriptedDoor) {
        door.answer("WatchPresence") { request, connection in
            let asked = try? WatchPresenceRequest(decoding: request.body.dropFirst(5))
            var (message, list) = (WatchPresenceResponse(), PresenceList())
            list.presences = (asked?.userIDs ?? []).map { Self.presence($0, .offline) }
            message.update =
                asked?.cursor == nil ? .snapshot(list) : .changes(PresenceList())
            message.cursor = PresenceCursor(epoch: 1, version: 1)
            self.cursors.withLock { $0.append(asked?.cursor == nil ? 0 : 1) }
            self.begin(self.presence, connection, message)
        }
        door.answer("WatchProfiles") { request, connection in
            let asked = try? WatchProfilesRequest(decoding: request.body.dropFirst(5))
            var message = WatchProfilesResponse()
            if asked?.cursor == nil {
                let ids = asked?.userIDs ?? []
                message.profiles = ids.filter { $0 != "hidden" }.map { Self.profile($0) }
                message.hiddenUserIDs = ids.filter { $0 == "hidden" }
                message.replaces = true
            }
            (message.isCurrent, message.cursor) = (true, ProfileWatchCursor(sealed: Data([1])))
            self.cursors.withLock { $0.append(asked?.cursor == nil ? 0 : 1) }
            self.begin(self.profiles, connection, message)
        }
    }

    private func begin(
        _ all: Locked<[HostileServer.Connection]>, _ connection: HostileServer.Connection,
        _ message: some RollcallApp.Message
    ) {
        connection.beginStream()
        connection.sendPart(message)
        all.withLock { $0.append(connection) }
        connection.waitForEnd()
        all.withLock { $0.removeAll { $0 === connection } }
    }

    func tell(_ body: (Watches) -> Void) { body(self) }

    func cut() {
        for connection in presence.withLock({ $0 }) + profiles.withLock({ $0 }) {
            connection.close()
        }
    }

    func expire() {
        for connection in presence.withLock({ $0 }) + profiles.withLock({ $0 }) {
            connection.endStream(#"{"error":{"code":"unauthenticated"}}"#)
            connection.close()
        }
    }

    func presence(_ id: String, _ state: PresenceState) {
        var (message, list) = (WatchPresenceResponse(), PresenceList())
        list.presences = [Self.presence(id, state)]
        (message.update, message.cursor) = (.changes(list), PresenceCursor(epoch: 1, version: 2))
        send(message, presence)
    }

    func stale(_ time: Int64) {
        var message = WatchPresenceResponse()
        (message.update, message.becameStaleAtMs) = (.changes(PresenceList()), time)
        send(message, presence)
    }

    func profile(_ id: String, _ change: (inout Profile) -> Void) {
        var (message, profile) = (WatchProfilesResponse(), Self.profile(id))
        change(&profile)
        (message.profiles, message.isCurrent) = ([profile], true)
        message.cursor = ProfileWatchCursor(sealed: Data([2]))
        send(message, profiles)
    }

    func hide(_ id: String) {
        var message = WatchProfilesResponse()
        (message.hiddenUserIDs, message.isCurrent) = ([id], true)
        send(message, profiles)
    }

    func beat() {
        var message = WatchPresenceResponse()
        message.update = .changes(PresenceList())
        send(message, presence)
        var other = WatchProfilesResponse()
        other.isCurrent = true
        send(other, profiles)
    }

    private func send(
        _ message: some RollcallApp.Message, _ all: Locked<[HostileServer.Connection]>
    ) {
        for connection in all.withLock({ $0 }) { connection.sendPart(message) }
    }

    private static func presence(_ id: String, _ state: PresenceState) -> Presence {
        var presence = Presence()
        (presence.userID, presence.state, presence.lastSeenAtMs) = (id, state, 1)
        return presence
    }

    private static func profile(_ id: String) -> Profile {
        var profile = Profile()
        (profile.userID, profile.displayName) = (id, "name \(id.suffix(1))")
        return profile
    }
}
