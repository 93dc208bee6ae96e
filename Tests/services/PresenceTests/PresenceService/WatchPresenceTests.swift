import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct WatchPresenceTests {
    @Test func itBeginsWithEverybodyAndGoesOnWithChanges() async throws {
        try await withPresenceServer { server in
            let (anna, berta, carla) = (try server.user(), try server.user(), try server.user())
            try await anna.goOnline()
            let watch = try await carla.watchPresence([anna.id, berta.id, anna.id])
            try await watch.read()
            #expect(watch.snapshots == 1)
            #expect(watch.presences.count == 2)
            #expect(watch.state(of: anna) == .online)
            try await carla.goOnline()
            try await berta.goOnline(as: .away)
            try await watch.read()
            #expect(watch.changeLists.map { $0.map(\.userID) } == [[berta.id]])
            #expect(watch.state(of: berta) == .away)
            watch.cancel()
            try await eventually { server.watches == 0 }
        }
    }

    @Test(.tags(.localLeases)) func itGoesOnAfterARestartFromACursorOfEitherRPC() async throws {
        let (folder, clock) = (try TemporaryDirectory(), TestClock())
        var ids: [String] = []
        var cursors: [PresenceCursor] = []
        try await withPresenceServer(in: folder, clock: clock) { server in
            let users = try (0..<3).map { _ in try server.user() }
            ids = users.map(\.id)
            for watch in try await [users[0].watch(ids), users[0].watchPresence(ids)] {
                try await watch.read()
                cursors.append(watch.cursor)
            }
            try await users[1].goOnline(as: .away)
        }
        clock.advance(1_000)
        try await withPresenceServer(in: folder, clock: clock) { [ids, cursors] server in
            let anna = server.user(ids[0])
            for cursor in cursors {
                let watches = try await [
                    anna.watch(ids, from: cursor), anna.watchPresence(ids, from: cursor),
                ]
                for watch in watches {
                    try await watch.read()
                    #expect(watch.snapshots == 0)
                    #expect(watch.changeLists.map { $0.map(\.userID) } == [[ids[1]]])
                    #expect(watch.staleSince != 0)
                }
            }
        }
    }

    @Test func aCursorThatNobodyKnowsMeansASnapshot() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let watch = try await anna.watchPresence(
                [anna.id], from: PresenceCursor(epoch: 1, version: 1))
            try await watch.read()
            #expect(watch.snapshots == 1 && watch.resets == 1)
        }
    }

    @Test func aCallerHasSixtyFourWatchesOfBothRPCsTogether() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            var watches: [WatchReader] = []
            for number in 0..<64 {
                let watch =
                    try await number.isMultiple(of: 2)
                    ? anna.watch([berta]) : anna.watchPresence([berta.id])
                try await watch.read()
                watches.append(watch)
            }
            for one in try await [anna.watch([berta]), anna.watchPresence([berta.id])] {
                #expect(try await one.end().is(.resourceExhausted, .tooMany))
            }
            watches.removeLast().cancel()
            try await eventually {
                (try? await anna.watchPresence([berta.id]).read()) != nil
            }
        }
    }

    @Test func theUsersOfWatchesOfBothRPCsCountTogether() async throws {
        var configuration = PresenceConfiguration()
        configuration.watchedUsersPerUser = 10
        try await withPresenceServer(configuration: configuration) { server in
            let anna = try server.user()
            let users = try (0..<6).map { _ in try server.user().id }
            let first = try await anna.watch(users)
            try await first.read()
            let second = try await anna.watchPresence(Array(users.prefix(4)))
            try await second.read()
            for one in try await [anna.watch([anna]), anna.watchPresence([anna.id])] {
                #expect(try await one.end().is(.resourceExhausted, .tooMany))
            }
            second.cancel()
            try await eventually { server.watches == 1 }
            #expect(
                try await anna.watchPresence(users).end().is(.resourceExhausted, .tooMany))
            try await anna.watchPresence(Array(users.suffix(4))).read()
        }
    }

    @Test func nobodyToWatchOrTooManyIsRefused() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            #expect(try await anna.watchPresence([]).end().is(.invalidArgument, .fieldMissing))
            let malformed = try await anna.watchPresence(["anna"]).end()
            #expect(malformed.is(.invalidArgument, .fieldMalformed))
            let users = try (0..<1_001).map { _ in try server.user().id }
            #expect(try await anna.watchPresence(users).end().is(.invalidArgument, .tooMany))
            let watch = try await anna.watchPresence(Array(users.dropLast()))
            try await watch.read()
            #expect(watch.presences.count == 1_000)
        }
    }

    @Test func itEndsWithTheTokenTheSessionAndTheService() async throws {
        try await withPresenceServer { server in
            var anna = try server.user()
            let (berta, carla) = (try server.user(), try server.user())
            anna.tokenEnd = server.clock.now() / 1_000 + 10
            let expired = try await anna.watchPresence([anna.id])
            let signedOut = try await berta.watchPresence([anna.id])
            let stopped = try await carla.watchPresence([anna.id])
            for watch in [expired, signedOut, stopped] { try await watch.read() }
            await server.tick(seconds: 11)
            #expect(try await expired.end().is(.unauthenticated, .accessTokenInvalid))
            await server.endSessions(.sessions([berta.session]))
            #expect(try await signedOut.end().is(.unauthenticated, .sessionEnded))
            server.beginDrain()
            for end in try await [stopped.end(), carla.watchPresence([anna.id]).end()] {
                #expect(end.code == .unavailable)
                #expect(end.trailers[text: "retry-pushback-ms"].flatMap(Int.init) != nil)
            }
            try await eventually { server.watches == 0 }
        }
    }

    @Test func whoIsBlockedSeesThatAUserIsGoneAndNothingMore() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let lease = try await anna.goOnline()
            let watch = try await berta.watchPresence([anna.id, berta.id])
            try await watch.read()
            let list = BlockList(
                user: try #require(UUIDv7(anna.id)), blocked: [try #require(UUIDv7(berta.id))])
            try await server.hear(ProfileNews(lists: [list], isCurrent: true))
            try await watch.read(until: anna, is: .offline)
            #expect(watch.presences[anna.id] == Presence(userID: anna.id, state: .offline))
            try await anna.goOffline(lease)
            try await berta.goOnline()
            try await watch.read(until: berta, is: .online)
            #expect(watch.changeLists.map { $0.map(\.userID) } == [[anna.id], [berta.id]])
        }
    }

    @Test func itEndsWhenNobodyKnowsWhichSessionsGoOn() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let watch = try await anna.watchPresence([anna.id])
            try await watch.read()
            server.suspendWatches()
            #expect(try await watch.end().code == .unavailable)
        }
    }
}

extension PresenceServer {
    fileprivate var watches: Int { runtime.hub.withRoster { roster, _ in roster.watches.count } }
}
