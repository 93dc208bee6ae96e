import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestSupport
import Testing

@testable import Presence

/// Display names and photos, which Profile tells.
@Suite struct NameTests {
    private let profile = ScriptedProfile()

    @Test func whoWatchesAUserHearsOfAnotherNameOrPhoto() async throws {
        try await withFollower { server in
            let (anna, berta) = try (server.user(), server.user())
            let id = try #require(UUIDv7(anna.id))
            let watch = try await berta.watch([anna])
            try await watch.read()
            var numbers: [UInt64] = []
            for (name, photo) in [
                ("anna", nil), ("ann", "p1"), ("ann", "p2"), ("ann", nil), ("", "p1"),
            ] {
                profile.name(id, name, photo: photo)
                try await watch.read()
                let presence = try #require(watch.presences[anna.id])
                #expect(presence.displayName == name)
                #expect((presence.photoNumber == 0) == (photo == nil))
                numbers.append(presence.photoNumber)
                #expect(try await berta.presence(of: anna) == presence)
            }
            #expect(Set(numbers).count == 3 && numbers[1] == numbers[4])
            profile.takeAway(id)
            try await watch.read()
            #expect(watch.presences[anna.id] == Presence(userID: anna.id, state: .offline))
        }
    }

    /// A hidden user has no name, and nobody hears that it changes.
    @Test func theNameOfAHiddenUserIsNotTold() async throws {
        try await withFollower { server in
            let (anna, berta, clara) = try (server.user(), server.user(), server.user())
            let ids = try [anna, berta, clara].map { try #require(UUIDv7($0.id)) }
            profile.name(ids[0], "anna")
            try await eventually { try await clara.presence(of: anna).displayName == "anna" }
            let watch = try await clara.watch([anna, berta])
            try await watch.read()
            try await anna.show(.nobody)
            try await watch.read()
            #expect(watch.presences[anna.id] == Presence(userID: anna.id, state: .offline))
            profile.name(ids[0], "ann")
            profile.name(ids[1], "berta")
            try await watch.read()
            #expect(watch.changeLists.last?.map(\.userID) == [berta.id])
            #expect(try await anna.presence(of: anna).displayName == "ann")
            try await anna.show(.coarse)
            try await watch.read()
            #expect(watch.presences[anna.id]?.displayName == "ann")
            profile.block([ids[2]], by: ids[0])
            try await watch.read()
            #expect(watch.presences[anna.id]?.displayName == "")
        }
    }

    @Test func afterARestartAllNamesAreReadAndMeanwhileBlocksStand() async throws {
        let folder = try TemporaryDirectory()
        var ids: [UUIDv7] = []
        try await withFollower(in: folder) { server in
            ids = try (0..<3).map { _ in try #require(UUIDv7(server.user().id)) }
            profile.name(ids[0], "anna", photo: "p")
            profile.name(ids[1], "berta")
            profile.block([ids[1]], by: ids[0])
            try await eventually { try await server.store.blocks().lists.count == 1 }
        }
        profile.close()
        profile.set(.refuses(RPCError(.unavailable, "away")))
        try await withFollower(in: folder) { [ids] server in
            let people = ids.map { server.user($0.description) }
            // Nothing of names was written.
            #expect(try await people[2].presence(of: people[0]).displayName == "")
            let watch = try await people[2].watch([people[0]])
            let blocked = try await people[1].watch([people[0]])
            for watch in [watch, blocked] { try await watch.read() }
            let refused = profile.cursors.count
            profile.set(.follows)
            try await watch.read()
            #expect(watch.presences[people[0].id]?.displayName == "anna")
            #expect(watch.snapshots == 1)
            #expect(
                try await people[1].presence(of: people[0])
                    == Presence(userID: people[0].id, state: .offline))
            try await eventually { try await people[2].presence(of: people[1]).displayName != "" }
            // One stream, which begins with everything.
            #expect(profile.cursors.dropFirst(refused).last == .some(nil))
            let count = profile.cursors.count
            profile.name(ids[2], "clara")
            try await eventually { try await people[0].presence(of: people[2]).displayName != "" }
            #expect(profile.cursors.count == count)
        }
    }

    /// Of its database, as an operator does after a loss.
    @Test func whenProfileIsSetBackToACopyNamesThatItLacksAreGone() async throws {
        try await withFollower { server in
            let (anna, berta) = try (server.user(), server.user())
            let ids = try [anna, berta].map { try #require(UUIDv7($0.id)) }
            profile.name(ids[0], "anna")
            try await eventually { try await berta.presence(of: anna).displayName == "anna" }
            profile.setBack(to: [])
            try await eventually { try await berta.presence(of: anna).displayName == "" }
            profile.name(ids[1], "berta")
            try await eventually { try await anna.presence(of: berta).displayName == "berta" }
        }
    }

    @Test func anErasedUserGetsNoNameAgain() async throws {
        try await withFollower { server in
            let (anna, berta) = try (server.user(), server.user())
            let ids = try [anna, berta].map { try #require(UUIDv7($0.id)) }
            profile.name(ids[0], "anna")
            try await eventually { try await berta.presence(of: anna).displayName == "anna" }
            _ = try await server.erase(anna)
            #expect(try await berta.presence(of: anna).displayName == "")
            profile.name(ids[0], "ann")
            profile.name(ids[1], "berta")
            try await eventually { try await anna.presence(of: berta).displayName == "berta" }
            #expect(try await berta.presence(of: anna).displayName == "")
        }
    }

    private func withFollower(
        in folder: TemporaryDirectory? = nil, _ body: (PresenceServer) async throws -> Void
    ) async throws {
        try await withPresenceServer(in: folder, knowsBlocks: false) { server in
            let client = try profile.client()
            let calls = profile.cursors.count
            var pace = FollowingPace()
            pace.firstPause = .milliseconds(2)
            pace.longestPause = .milliseconds(10)
            let work = Task { [pace] in
                await server.runtime.followBlocks(of: client, pace: pace)
            }
            defer { work.cancel() }
            try await eventually { profile.cursors.count > calls }
            try await eventually {
                server.runtime.hub.withRoster { roster, _ in roster.blocks.isKnown }
            }
            try await body(server)
            work.cancel()
            await work.value
        }
    }
}

/// Names that Profile sends, in the roster alone.
@Suite struct NameCopyTests {
    private let users: [UUIDv7]
    private var roster: Roster

    init() throws {
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        users = try (0..<3).map { _ in try ids.next() }
        roster = Roster(
            configuration: PresenceConfiguration(), epoch: 1, firstLeaseID: 1,
            now: Moment(monotonic: 0, wall: 1_800_000_000_000))
    }

    @Test mutating func changesThatBeginAnewReplaceAll() {
        tell([0: "anna", 1: "berta"], replaces: true)
        #expect(!roster.names.isWhole)
        tell([:], isCurrent: true)
        #expect(roster.names.isWhole)
        tell([0: "ann"], replaces: true)
        #expect(names == ["ann", "berta", ""])
        tell([2: "clara"])
        tell([:], isCurrent: true)
        #expect(names == ["ann", "", "clara"])
        tell([:], isCurrent: true)
        #expect(names == ["ann", "", "clara"])
    }

    /// Users who have a name alone cost nothing when they have none.
    @Test mutating func aUserWhoseNameIsGoneIsForgotten() {
        tell([0: "anna"])
        #expect(roster.users.count == 1)
        tell([0: "", 1: ""])
        #expect(roster.users.count == 0)
    }

    private var names: [String] { users.map { roster.entry(of: $0).card.name } }

    private mutating func tell(
        _ names: [Int: String], replaces: Bool = false, isCurrent: Bool = false
    ) {
        let cards = names.map { index, name in
            NamedUser(user: users[index], card: NameTable.Card(name: name))
        }
        roster.applyNames(ProfileNews(cards: cards, replaces: replaces, isCurrent: isCurrent))
    }
}
