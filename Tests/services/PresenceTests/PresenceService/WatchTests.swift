import NIOCore
import RollcallAPI
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct WatchTests {
    @Test func aWatchBeginsWithEverybody() async throws {
        try await withPresenceServer { server in
            let (anna, berta, carla) = (try server.user(), try server.user(), try server.user())
            try await anna.goOnline()
            try await berta.goOnline(as: .away)
            let watch = try await carla.watch([anna, berta, carla, anna])
            try await watch.read()
            #expect(watch.snapshots == 1)
            #expect(watch.presences.count == 3)
            #expect(watch.state(of: anna) == .online)
            #expect(watch.state(of: berta) == .away)
            #expect(watch.state(of: carla) == .offline)
        }
    }

    @Test func onlyThoseWhoAreWatchedAreTold() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let watch = try await anna.watch([anna])
            try await watch.read()
            try await berta.goOnline()
            try await anna.goOnline()
            try await watch.read()
            #expect(watch.changeLists.map { $0.map(\.userID) } == [[anna.id]])
        }
    }

    @Test(.tags(.localLeases)) func aWatchGoesOnWhereItStopped() async throws {
        try await withPresenceServer { server in
            let users = try (0..<20).map { _ in try server.user() }
            let first = try await users[0].watch(users)
            try await first.read()
            first.cancel()
            try await users[3].goOnline()
            try await users[5].goOnline(as: .away)
            let second = try await users[0].watch(users, from: first.cursor)
            try await second.read()
            #expect(second.snapshots == 0)
            #expect(Set(second.presences.keys) == [users[3].id, users[5].id])
            #expect(second.state(of: users[5]) == .away)
        }
    }

    @Test(.tags(.localLeases)) func aWatchThatMissedNothingIsToldSo() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let first = try await anna.watch([anna])
            try await first.read()
            let second = try await anna.watch([anna], from: first.cursor)
            try await second.read()
            #expect(second.snapshots == 0)
            #expect(second.changeLists == [[]])
            #expect(second.cursor == first.cursor)
        }
    }

    @Test func aCursorOfAnotherRunOrFromTheFutureMeansASnapshot() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            try await anna.goOnline()
            let first = try await anna.watch([anna])
            try await first.read()
            var foreign = first.cursor
            foreign.epoch ^= 1
            var future = first.cursor
            future.version += 1
            for cursor in [foreign, future, PresenceCursor()] {
                let watch = try await anna.watch([anna], from: cursor)
                try await watch.read()
                #expect(watch.snapshots == 1)
                #expect(watch.state(of: anna) == .online)
            }
        }
    }

    @Test func whatHappensAtOnceArrivesInTheEnd() async throws {
        try await withPresenceServer { server in
            let users = try (0..<10).map { _ in try server.user() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for user in users {
                    group.addTask {
                        for _ in 0..<10 { try await user.goOffline(user.goOnline()) }
                        try await user.goOnline(as: .away)
                    }
                }
                for reader in users.prefix(4) {
                    group.addTask {
                        let watch = try await reader.watch(users)
                        for user in users { try await watch.read(until: user, is: .away) }
                        while watch.presences.values.contains(where: { $0.state != .away }) {
                            try await watch.read()
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// A15.
    @Test(.tags(.localLeases)) func aSlowReaderMissesWhatIsInBetweenAndHindersNobody() async throws
    {
        try await withPresenceServer { server in
            let users = try (0..<500).map { _ in try server.user() }
            let slow = try await users[0].watch(users)
            let quick = try await users[1].watch([users[0]])
            try await slow.read()
            try await quick.read()
            var states: [String: PresenceState] = [:]
            for round in 1...30 {
                for (index, user) in users.enumerated() {
                    let isAway = (round + index).isMultiple(of: 3)
                    states[user.id] = isAway ? .away : .online
                    try server.goOnline(user.id, isAway: isAway)
                }
                try await quick.read(until: users[0], is: states[users[0].id] ?? .offline)
                // The handler has its turn, and sends until the reader's credit is used up.
                try await elapse(.milliseconds(2))
            }
            while slow.presences.mapValues(\.state) != states { try await slow.read() }
            // What it has yet to be told is in the tables, once for each user: nothing is queued
            // for it.
            let told = slow.changeLists.reduce(0) { $0 + $1.count }
            #expect(told < 30 * 500 / 2)
        }
    }

    /// A15: over a socket, from which a byte a second is read.
    @Test(.tags(.localLeases)) func whoReadsAByteASecondIsSentLittleAndHindersNobody() async throws
    {
        try await withPresenceServer { server in
            let line = try SlowLine(to: try await server.listen())
            defer { line.end() }
            var configuration = ClientConfiguration()
            // Nor does the client give up on a frame that takes so long.
            configuration.connection.frameTimeout = .hours(1)
            let client = NetworkClient(
                line.endpoint, configuration: configuration, logger: .quiet)
            defer { client.close() }
            let users = try (0..<500).map { _ in try server.user() }
            let slow = try await users[0].calling(PresenceServiceClient(client)).watch(users)
            let quick = try await users[1].watch([users[0]])
            try await slow.read()
            try await quick.read()
            line.setSlow(true)
            var states: [String: PresenceState] = [:]
            for round in 1...60 {
                for (index, user) in users.enumerated() {
                    let isAway = (round + index).isMultiple(of: 2)
                    states[user.id] = isAway ? .away : .online
                    try server.goOnline(user.id, isAway: isAway)
                }
                // Others are told of each change meanwhile.
                try await quick.read()
                #expect(quick.state(of: users[0]) == states[users[0].id])
                // Time for whatever would be queued for the slow one.
                try await elapse(.milliseconds(50))
            }
            line.setSlow(false)
            while slow.presences.mapValues(\.state) != states { try await slow.read() }
            // Of 60 changes of each user it was sent as much as the credit of the stream allows,
            // 256 KiB. The rest was in the tables, once for each user.
            let told = slow.changeLists.reduce(0) { $0 + $1.count }
            #expect((told - 500) * 40 < 256 * 1_024 + 60 * 40)
        }
    }

    @Test func aWatchEndsWhenTheServiceIsAboutToStop() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let watch = try await anna.watch([anna])
            try await watch.read()
            server.beginDrain()
            server.beginDrain()
            for end in [try await watch.end(), try await anna.watch([anna]).end()] {
                #expect(end.code == .unavailable)
                let pause = try #require(end.trailers[text: "retry-pushback-ms"].flatMap(Int.init))
                #expect((0...5_000).contains(pause))
            }
            try await anna.heartbeat(anna.goOnline())
        }
    }

    @Test func aWatchEndsWithTheAccessToken() async throws {
        try await withPresenceServer { server in
            var anna = try server.user()
            let lease = try await anna.goOnline(lease: 300_000)
            anna.tokenEnd = server.clock.now() / 1000 + 60
            let watch = try await anna.watch([anna])
            try await watch.read()
            await server.tick(seconds: 59)
            try await anna.goOffline(lease)
            try await watch.read(until: anna, is: .offline)
            await server.tick(seconds: 2)
            #expect(try await watch.end().is(.unauthenticated, .accessTokenInvalid))
        }
    }

    @Test func nobodyToWatchOrTooManyIsRefused() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let nobody = try await anna.watch([String]()).end()
            #expect(nobody.is(.invalidArgument, .fieldMissing))
            let malformed = try await anna.watch(["anna"]).end()
            #expect(malformed.is(.invalidArgument, .fieldMalformed))
            let users = try (0..<1001).map { _ in try server.user().id }
            #expect(try await anna.watch(users).end().is(.invalidArgument, .tooMany))
            let watch = try await anna.watch(Array(users.dropLast() + users.dropLast()))
            try await watch.read()
            #expect(watch.presences.count == 1000)
        }
    }

    @Test func aCallerHasAtMostSixtyFourWatches() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            var watches: [WatchReader] = []
            for _ in 0..<64 {
                let watch = try await anna.watch([berta])
                try await watch.read()
                watches.append(watch)
            }
            #expect(try await anna.watch([berta]).end().is(.resourceExhausted, .tooMany))
            try await berta.watch([berta]).read()
            watches.removeLast().cancel()
            try await eventually {
                (try? await anna.watch([berta]).read()) != nil
            }
        }
    }
}

extension Person {
    /// The same user over another connection.
    fileprivate func calling(_ service: PresenceServiceClient) -> Person {
        Person(service: service, id: id, tokenEnd: tokenEnd, session: session)
    }
}
