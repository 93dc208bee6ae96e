import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestRedis
import TestServers
import TestSupport
import Testing

@testable import Presence

/// Several instances with one engine, each called over its own connection.
@Suite struct SharedPresenceTests {
    @Test func whoIsOnlineAtOneInstanceIsSeenAtTheOther() async throws {
        try await withTwoInstances { one, two in
            let anna = try one.user()
            let watch = try await two.user().watch([anna])
            try await watch.read()
            let phone = try await anna.attach()
            try await watch.read(until: anna, is: .online)
            try await phone.say(AttachRequest(state: .away))
            try await watch.read(until: anna, is: .away)
            try await phone.say(AttachRequest(state: .offline))
            try await watch.read(until: anna, is: .offline)
            #expect(watch.presences[anna.id]?.lastSeenAtMs == one.clock.now())
        }
    }

    @Test func aLeaseOfOneInstanceIsRenewedAndEndedAtTheOther() async throws {
        try await withTwoInstances { one, two in
            let anna = try one.user()
            let lease = try await anna.goOnline()
            let elsewhere = two.user(anna.id)
            #expect(try await elsewhere.heartbeat(lease) == 30_000)
            // It follows the engine.
            try await eventually { try await elsewhere.devices().map(\.leaseID) == [lease] }
            try await elsewhere.goOffline(lease)
            let error = try await failure { try await anna.heartbeat(lease) }
            #expect(error.is(.notFound, .leaseEnded))
        }
    }

    @Test func aDeviceThatAttachesElsewhereEndsItsOldStream() async throws {
        try await withTwoInstances { one, two in
            let anna = try one.user()
            let old = try await anna.attach("phone")
            let new = try await two.user(anna.id).attach("phone")
            let error = try await old.failure()
            #expect(error.is(.aborted, .leaseEnded))
            try await eventually { try await anna.devices().map(\.leaseID) == [new.lease] }
            #expect(try await anna.devices().map(\.isAttached) == [true])
        }
    }

    @Test func aKickReachesAStreamOfTheOtherInstance() async throws {
        try await withTwoInstances { one, two in
            let anna = try one.user()
            let phone = try await anna.attach()
            try await two.user(anna.id).kick(phone.lease)
            #expect(try await phone.failure().is(.permissionDenied, .deviceKicked))
        }
    }

    // A16: nobody is shown offline whose device comes back at another instance within its lease.
    @Test func aKilledInstanceMakesNobodyOffline() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        try await withSharedLeases {
            try await withPresenceServer(in: folder, clock: clock) { two in
                let anna = try two.user()
                let watch = try await two.user().watch([anna])
                try await watch.read()
                try await withPresenceServer(in: folder, clock: clock, endsInOrder: false) { one in
                    let phone = try await one.user(anna.id).attach(lease: 30_000)
                    try await watch.read(until: anna, is: .online)
                    one.kill()
                    phone.cut()
                }
                await two.tick(seconds: 29)
                let phone = try await anna.attach(lease: 30_000)
                await two.tick(seconds: 29)
                #expect(try await two.user().state(of: anna) == .online)
                #expect(
                    watch.changeLists.joined().allSatisfy { $0.state == .online })
                // A03: and never early, but then for certain.
                await two.tick(seconds: 2)
                #expect(try await phone.failure().is(.notFound, .leaseEnded))
                try await watch.read(until: anna, is: .offline)
            }
        }
    }

    @Test func aWatchGoesOnAtTheOtherInstanceWithWhatItHasMissed() async throws {
        var configuration = PresenceConfiguration()
        configuration.resumeOverlap = .seconds(2)
        try await withTwoInstances(configuration) { one, two in
            let people = try (0..<4).map { _ in try one.user() }
            let viewer = try one.user()
            for person in people { try await person.goOnline() }
            for server in [one, two, one, two] { await server.tick(seconds: 3) }
            let first = try await viewer.watch(people)
            try await first.read()
            let cursor = first.cursor
            try await people[1].goOnline("tablet", as: .away)
            try await people[2].goOffline(people[2].goOnline())
            let second = try await two.user(viewer.id).watch(people, from: cursor)
            try await second.read()
            #expect(second.snapshots == 0)
            #expect(second.presences[people[3].id] == nil)
            #expect(second.presences[people[2].id]?.state == .offline)
        }
    }

    @Test func aCursorFromBeforeAnInstanceKnewEverythingBeginsAnew() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        try await withSharedLeases {
            try await withPresenceServer(in: folder, clock: clock) { one in
                let anna = try one.user()
                try await anna.goOnline()
                let watch = try await anna.watch([anna])
                try await watch.read()
                let cursor = watch.cursor
                try await withPresenceServer(in: folder, clock: clock) { two in
                    let again = try await two.user(anna.id).watch([anna], from: cursor)
                    try await again.read()
                    #expect(again.resets == 1)
                    #expect(again.presences[anna.id]?.state == .online)
                }
            }
        }
    }

    @Test func aSettingTakesEffectOnTheWatchesOfBoth() async throws {
        try await withTwoInstances { one, two in
            let anna = try one.user()
            try await anna.goOnline()
            let watch = try await two.user().watch([anna])
            try await watch.read(until: anna, is: .online)
            try await anna.show(.nobody)
            try await watch.read(until: anna, is: .offline)
            #expect(watch.presences[anna.id] == Presence(userID: anna.id, state: .offline))
            #expect(try await two.user(anna.id).visibility() == .nobody)
        }
    }

    @Test func whoIsErasedAtOneInstanceIsGoneAtTheOther() async throws {
        try await withTwoInstances { one, two in
            let anna = try one.user()
            let phone = try await two.user(anna.id).attach()
            _ = try await one.erase(anna)
            #expect(try await phone.failure().is(.unauthenticated, .accessTokenInvalid))
            let refused = try await failure { try await two.user(anna.id).goOnline() }
            #expect(refused.is(.unauthenticated, .accessTokenInvalid))
            let seen = try await two.user().presence(of: anna)
            #expect(seen == Presence(userID: anna.id, state: .offline))
        }
    }

    // A23: of the sessions that have ended, no lease stands anywhere.
    @Test func anEndedSessionLosesItsLeasesAtBoth() async throws {
        try await withTwoInstances { one, two in
            let anna = try one.user()
            let tablet = try await two.user(anna.id).attach("tablet")
            try await anna.goOnline("phone")
            await one.endSessions(.sessions([anna.session]))
            #expect(try await tablet.failure().is(.unauthenticated, .sessionEnded))
            #expect(try await two.user().state(of: anna) == .offline)
            #expect(try await anna.devices().isEmpty)
        }
    }

    @Test func whenAllSessionsHaveEndedNobodyIsOnline() async throws {
        try await withTwoInstances { one, two in
            let people = try (0..<3).map { _ in try two.user() }
            for person in people { try await person.goOnline() }
            // Only this instance is told that the sessions have ended: it ends those that it knows.
            try await eventually {
                try await one.user().presence(of: people.map(\.id)).allSatisfy {
                    $0.state == .online
                }
            }
            await one.endSessions(.all)
            try await eventually {
                try await two.user().presence(of: people.map(\.id)).allSatisfy {
                    $0.state == .offline
                }
            }
        }
    }

    // A10: a cursor says nothing of what others do whom its holder may not see.
    @Test func aCursorDoesNotCountTheChangesOfHiddenUsers() async throws {
        var configuration = PresenceConfiguration()
        configuration.resumeOverlap = .seconds(1)
        try await withTwoInstances(configuration) { one, two in
            let (anna, berta) = (try one.user(), try one.user())
            try await anna.show(.nobody)
            await two.tick(seconds: 4)
            let before = try await two.user(berta.id).watch([anna, berta])
            try await before.read()
            for _ in 0..<20 { try await anna.goOffline(anna.goOnline()) }
            let after = try await two.user(berta.id).watch([anna, berta])
            try await after.read()
            #expect(before.cursor == after.cursor)
            #expect(before.cursor.version > 0)
        }
    }

    // A17: the end of a stream is told by the engine, whichever instance looks.
    @Test func aDeviceWhoseInstanceIsGoneHasItsGraceAtTheOther() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        try await withSharedLeases {
            try await withPresenceServer(in: folder, clock: clock) { two in
                let anna = try two.user()
                try await withPresenceServer(in: folder, clock: clock) { one in
                    let phone = try await one.user(anna.id).attach()
                    phone.cut()
                    try await eventually {
                        try await anna.devices().allSatisfy { !$0.isAttached }
                    }
                }
                await two.tick(seconds: 4)
                #expect(try await two.user().state(of: anna) == .online)
                await two.tick(seconds: 2)
                #expect(try await two.user().state(of: anna) == .offline)
            }
        }
    }
}

/// Runs `body` with leases that instances share.
func withSharedLeases(
    on server: RedisServer? = nil, _ body: () async throws -> Void
) async throws {
    try await TestLeases.$ownServer.withValue(server) {
        try await TestEngine.$current.withValue(.postgresql) {
            try await TestLeases.$current.withValue(.shared) { try await body() }
        }
    }
}

/// Runs `body` with two instances.
func withTwoInstances(
    _ configuration: PresenceConfiguration = PresenceConfiguration(), on server: RedisServer? = nil,
    _ body: (PresenceServer, PresenceServer) async throws -> Void
) async throws {
    let folder = try TemporaryDirectory()
    let clock = TestClock()
    try await withSharedLeases(on: server) {
        try await withPresenceServer(in: folder, clock: clock, configuration: configuration) {
            one in
            try await withPresenceServer(
                in: folder, clock: clock, configuration: configuration
            ) { two in
                try await body(one, two)
            }
        }
    }
}
