import RollcallAPI
import TestSupport
import Testing

@testable import Presence

/// What devices say of themselves, and what others see of that.
@Suite(.withEachLeaseEngine) struct DeviceStateTests {
    // A06
    @Test func aDeviceThatIsNotTouchedForFiveMinutesCountsAsAway() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let lease = try await anna.goOnline("phone", lease: 300_000)
            let watch = try await berta.watch([anna])
            try await watch.read()
            try await anna.heartbeat(lease, idle: 60_000)
            await server.tick(seconds: 239)
            try await anna.heartbeat(lease)
            #expect(try await berta.state(of: anna) == .online)
            await server.tick(seconds: 2)
            try await watch.read(until: anna, is: .away)
            try await anna.heartbeat(lease)
            #expect(try await berta.state(of: anna) == .away)
            try await anna.heartbeat(lease, idle: 0)
            try await watch.read(until: anna, is: .online)
        }
    }

    @Test func aDeviceThatWasNotTouchedForLongIsAwayFromTheFirstMoment() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            _ = try await anna.attach(AttachRequest(deviceID: "phone", idleMs: 300_000))
            #expect(try await anna.state(of: anna) == .away)
        }
    }

    // A06
    @Test func whoTouchesOneDeviceIsOnlineAndWhoTouchesNoneIsAway() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.goOnline("phone", lease: 300_000)
            let laptop = try await anna.goOnline("laptop", lease: 300_000)
            try await anna.heartbeat(phone, idle: 299_900)
            await server.tick(seconds: 1)
            #expect(try await anna.state(of: anna) == .online)
            #expect(Set(try await anna.devices().map(\.state)) == [.away, .online])
            try await anna.heartbeat(laptop, idle: 300_000)
            #expect(try await anna.state(of: anna) == .away)
            try await anna.heartbeat(phone, idle: 0)
            #expect(try await anna.state(of: anna) == .online)
        }
    }

    @Test func whoIsInvisibleOnOneDeviceIsOfflineForAllOthers() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            try await anna.goOnline("laptop", lease: 300_000)
            let watch = try await berta.watch([anna])
            try await watch.read()
            let phone = try await anna.attach(lease: 300_000)
            server.clock.advance(1_000)
            try await phone.say(AttachRequest(state: .invisible))
            try await watch.read(until: anna, is: .offline)
            let seen = server.clock.now()
            #expect(watch.presences[anna.id]?.lastSeenAtMs == seen)
            server.clock.advance(60_000)
            try await anna.goOnline("laptop", lease: 300_000)
            try await phone.say(AttachRequest(status: Status(text: "here")))
            #expect(try await berta.presence(of: anna) == watch.presences[anna.id])
            #expect(Set(try await anna.devices().map(\.state)) == [.invisible, .online])
            try await phone.say(AttachRequest(state: .online))
            try await watch.read(until: anna, is: .online)
            #expect(watch.changeLists.count == 2)
        }
    }

    @Test func whoWasOnlyEverInvisibleWasNeverSeenAlsoAfterARestart() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var id = ""
        try await withPresenceServer(in: folder, clock: clock) { server in
            let anna = try server.user()
            id = anna.id
            try await anna.goOnline("phone", as: .invisible)
            clock.advance(1_000)
            await server.write()
        }
        try await withPresenceServer(in: folder, clock: clock) { [id] server in
            let berta = try server.user()
            #expect(try await berta.presence(of: [id]) == [Presence(userID: id, state: .offline)])
            #expect(try await server.user(id).devices().map(\.state) == [.invisible])
        }
    }

    @Test func whoWasNeverSeenTakesNoMemoryOnceGone() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let lease = try await anna.goOnline("phone", as: .invisible)
            #expect(server.runtime.hub.counts.users == 1)
            try await anna.goOffline(lease)
            #expect(server.runtime.hub.counts.users == 0)
        }
    }

    @Test func aDeviceThatCountsAsAwayDoesSoAfterARestartUntilItIsTouched() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var (id, lease) = ("", UInt64(0))
        try await withPresenceServer(in: folder, clock: clock, endsInOrder: false) { server in
            let anna = try server.user()
            id = anna.id
            lease = try await anna.goOnline("phone", lease: 300_000)
            await server.write()
            try await anna.heartbeat(lease, idle: 299_000)
            await server.tick(seconds: 2)
            await server.write()
        }
        try await withPresenceServer(in: folder, clock: clock) { [id, lease] server in
            let (anna, berta) = (server.user(id), try server.user())
            #expect(try await berta.state(of: anna) == .away)
            try await anna.heartbeat(lease, idle: 0)
            #expect(try await berta.state(of: anna) == .online)
        }
    }
}
