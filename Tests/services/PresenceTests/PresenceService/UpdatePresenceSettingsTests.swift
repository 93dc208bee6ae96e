import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct UpdatePresenceSettingsTests {
    @Test func othersSeeAsMuchAsAUserWishesAndTheUserAll() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = try (server.user(), server.user())
            #expect(try await anna.visibility() == .everyone)
            try await anna.goOffline(anna.goOnline())
            let seen = server.clock.now()
            await server.pass(days: 1)
            try await anna.goOnline()
            let all = Presence(userID: anna.id, state: .online, lastSeenAtMs: server.clock.now())
            #expect(seen < all.lastSeenAtMs)
            let shown: [(PresenceVisibility, Presence)] = [
                (.coarse, Presence(userID: anna.id, state: .offline, lastSeenBucket: .recently)),
                (.nobody, Presence(userID: anna.id, state: .offline)),
                (.everyone, all),
            ]
            for (visibility, presence) in shown {
                try await anna.show(visibility)
                #expect(try await anna.visibility() == visibility)
                #expect(try await berta.presence(of: anna) == presence)
                #expect(try await anna.presence(of: anna) == all)
            }
        }
    }

    @Test func openWatchesAreToldAtOnce() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = try (server.user(), server.user())
            try await anna.goOnline()
            let watch = try await berta.watch([anna])
            try await watch.read()
            for visibility in [PresenceVisibility.nobody, .everyone, .coarse, .everyone] {
                try await anna.show(visibility)
                try await watch.read()
                let state: PresenceState = visibility == .everyone ? .online : .offline
                #expect(watch.state(of: anna) == state)
                #expect((watch.presences[anna.id]?.lastSeenAtMs == 0) == (state == .offline))
            }
            #expect(watch.snapshots == 1)
        }
    }

    /// Nor that there was a change: a message, or another version, would tell when the user comes.
    /// Part of A09.
    @Test(.tags(.localLeases), arguments: [PresenceVisibility.coarse, .nobody])
    func aWatchHearsNothingOfWhatAUserDoesWhoIsNotShown(
        visibility: PresenceVisibility
    ) async throws {
        try await withPresenceServer { server in
            let (anna, berta, clara) = try (server.user(), server.user(), server.user())
            await server.scan()
            try await anna.show(visibility)
            let watch = try await berta.watch([anna, clara])
            let own = try await anna.watch([anna])
            for watch in [watch, own] { try await watch.read() }
            let version = watch.cursor.version
            let lease = try await anna.goOnline()
            try await own.read(until: anna, is: .online)
            try await anna.setState(lease, .away)
            try await own.read(until: anna, is: .away)
            try await anna.goOffline(lease)
            try await own.read(until: anna, is: .offline)
            await server.scan()
            try await clara.goOnline()
            try await watch.read()
            #expect(watch.changeLists.map { $0.map(\.userID) } == [[clara.id]])
            #expect(watch.cursor.version == version + 1)
        }
    }

    @Test(.tags(.localLeases)) func aUsersOwnWatchGoesOnFromItsCursorThoughTheUserIsHidden()
        async throws
    {
        try await withPresenceServer { server in
            let anna = try server.user()
            try await anna.show(.nobody)
            let watch = try await anna.watch([anna])
            try await watch.read()
            watch.cancel()
            try await anna.goOnline()
            let later = try await anna.watch([anna], from: watch.cursor)
            try await later.read()
            #expect(later.state(of: anna) == .online && later.snapshots == 0)
        }
    }

    @Test func itOutlivesARestartAlsoOfAUserWhoWasNeverHere() async throws {
        let (folder, clock) = (try TemporaryDirectory(), TestClock())
        var ids: [String] = []
        try await withPresenceServer(in: folder, clock: clock, endsInOrder: false) { server in
            let (anna, berta, clara) = try (server.user(), server.user(), server.user())
            ids = [anna, berta, clara].map(\.id)
            try await anna.show(.nobody)
            for visibility in [PresenceVisibility.nobody, .coarse] {
                try await berta.show(visibility)
            }
            for visibility in [PresenceVisibility.coarse, .everyone] {
                try await clara.show(visibility)
            }
        }
        try await withPresenceServer(in: folder, clock: clock) { [ids] server in
            let expected: [PresenceVisibility] = [.nobody, .coarse, .everyone]
            for (id, visibility) in zip(ids, expected) {
                #expect(try await server.user(id).visibility() == visibility)
            }
            // What is set next counts as later than what was stored.
            try await server.user(ids[1]).show(.everyone)
            #expect(try await server.user(ids[1]).visibility() == .everyone)
        }
    }

    @Test func ofAnErasedUserNothingIsLeftAndNothingCanBeSet() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            try await anna.show(.nobody)
            let traces = try await server.store.traces(after: nil, limit: 10)
            #expect(traces.map(\.userID) == [anna.id])
            _ = try await server.erase(anna)
            #expect(try await server.store.settings() == [])
            for call in [
                { try await anna.show(.coarse) }, { _ = try await anna.visibility() },
            ] {
                let error = try await failure(of: call)
                #expect(error.is(.unauthenticated, .accessTokenInvalid))
            }
            #expect(try await server.store.settings() == [])
        }
    }

    @Test func whatIsNoVisibilityIsRefused() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            for (visibility, reason) in [
                (PresenceVisibility.unspecified, Reason.fieldMissing),
                (.unrecognized(4), .fieldMalformed),
            ] {
                let error = try await failure { try await anna.show(visibility) }
                #expect(error.is(.invalidArgument, reason))
            }
            #expect(try await anna.visibility() == .everyone)
        }
    }

    /// The answers of the store may overtake each other.
    @Test func whatWasSetLaterStands() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let id = try #require(UUIDv7(anna.id))
            let first = try #require(
                try await server.store.setVisibility(
                    .everyone, of: id, version: nil, wall: server.clock.now()))
            let second = try #require(
                try await server.store.setVisibility(
                    .nobody, of: id, version: nil, wall: server.clock.now()))
            for setting in [second, first] {
                server.runtime.hub.withRoster { roster, _ in roster.apply(setting) }
            }
            #expect(try await anna.visibility() == .nobody)
        }
    }
}
