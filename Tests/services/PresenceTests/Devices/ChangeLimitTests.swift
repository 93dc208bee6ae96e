import RollcallAPI
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Presence

/// A22: a user who changes something without end is refused, and nobody else notices.
@Suite struct ChangeLimitTests {
    @Test func whoFlipsAThousandTimesASecondIsRefusedAndToldWhenToComeBack() async throws {
        try await withPresenceServer { server in
            let (anna, berta, carla) = (try server.user(), try server.user(), try server.user())
            let (phone, other) = (try await anna.goOnline(), try await berta.goOnline())
            let watch = try await carla.watch([anna, berta])
            try await watch.read()
            var taken = 0
            var last = PresenceState.online
            for flip in 0..<1_000 {
                server.clock.advance(1)
                let isAway = flip.isMultiple(of: 2)
                do {
                    try await anna.setState(phone, isAway ? .away : .online)
                    (taken, last) = (taken + 1, isAway ? .away : .online)
                } catch let error as RPCError {
                    #expect(error.is(.resourceExhausted, .tooManyAttempts))
                    let pause = try #require(error.detail(ErrorInfo.self)?.retryAfterMs)
                    #expect((1...50).contains(pause))
                    #expect(error.trailers[text: "retry-pushback-ms"] == "\(pause)")
                }
            }
            // 100 at once, and one each 50 ms of the 999 after the first.
            #expect(taken == 100 + 19)
            try await berta.setState(other, .away)
            try await watch.read(until: berta, is: .away)
            try await watch.read(until: anna, is: last)
            #expect(watch.changeLists.count <= taken + 1)
        }
    }

    @Test func whoWaitsForAsLongAsItWasToldIsAccepted() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let lease = try await anna.goOnline()
            try await anna.useUpChanges(lease)
            let error = try await failure { try await anna.setState(lease, .online) }
            let pause = try #require(error.detail(ErrorInfo.self)?.retryAfterMs)
            server.clock.advance(Int64(pause) - 1)
            await #expect(throws: RPCError.self) { try await anna.setState(lease, .online) }
            server.clock.advance(1)
            try await anna.setState(lease, .online)
            #expect(try await anna.state(of: anna) == .online)
        }
    }

    typealias Change = @Sendable (Person, UInt64) async throws -> Void

    @Test(arguments: [
        "state", "status", "idle time", "GoOnline", "Attach", "UpdatePresenceSettings",
    ])
    func allThatChangesSomethingCountsTogether(what: String) async throws {
        let changes: [String: Change] = [
            "state": { try await $0.setState($1, .online) },
            "status": { try await $0.setStatus($1, "here") },
            "idle time": { try await $0.heartbeat($1, idle: 0) },
            "GoOnline": { anna, _ in try await anna.goOnline("phone") },
            "Attach": { anna, _ in _ = try await anna.attach("phone") },
            "UpdatePresenceSettings": { anna, _ in try await anna.show(.nobody) },
        ]
        let change = try #require(changes[what])
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let lease = try await anna.goOnline()
            try await anna.useUpChanges(lease)
            let error = try await failure { try await change(anna, lease) }
            #expect(error.is(.resourceExhausted, .tooManyAttempts))
            // Nothing was changed.
            #expect(try await berta.state(of: anna) == .away)
            #expect(try await anna.presence(of: anna).status == nil)
            #expect(try await anna.devices().map(\.leaseID) == [lease])
            server.clock.advance(50)
            try await change(anna, lease)
        }
    }

    @Test func beatsAndGoingOfflineAreNeverRefused() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let lease = try await anna.goOnline(lease: 6_000)
            try await anna.useUpChanges(lease)
            for _ in 0..<200 { try await anna.heartbeat(lease) }
            try await anna.goOffline(lease)
            #expect(try await berta.state(of: anna) == .offline)
        }
    }

    /// The lease goes on meanwhile, though the client says nothing else.
    @Test func whatAnAttachedDeviceSaysTooFastWaitsAndItsLeaseGoesOn() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.attach()
            try await anna.useUpChanges(phone.lease)
            let renewals = server.renewals
            try await phone.say(AttachRequest(state: .online))
            try await eventually { server.renewals >= renewals + 2 }
            #expect(try await anna.state(of: anna) == .away)
            server.clock.advance(50)
            try await eventually { try await anna.state(of: anna) == .online }
        }
    }

    /// The device knows its lease by then, and renews it.
    @Test(.timeLimit(.minutes(1)))
    func aDeviceIsAttachedWhileItsFirstStatusWaits() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            try await anna.useUpChanges(anna.goOnline())
            server.clock.advance(50)
            let tablet = try await anna.attach(
                AttachRequest(deviceID: "tablet", status: Status(text: "here")))
            #expect(tablet.lease != 0)
            #expect(try await anna.presence(of: anna).status == nil)
            server.clock.advance(50)
            try await eventually { try await anna.presence(of: anna).status?.text == "here" }
        }
    }

    @Test func aStreamThatWaitsEndsWithItsSession() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.attach()
            try await anna.useUpChanges(phone.lease)
            let renewals = server.renewals
            try await phone.say(AttachRequest(state: .online))
            try await eventually { server.renewals > renewals }
            await server.endSessions(.sessions([anna.session]))
            #expect(try await phone.failure().is(.unauthenticated, .sessionEnded))
        }
    }

    /// A stream that is opened again and again has no burst of its own each time.
    @Test func aDeviceThatAttachesWithoutEndIsRefusedToo() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let watch = try await berta.watch([anna])
            try await watch.read()
            var refused = 0
            for _ in 0..<150 {
                do {
                    let phone = try await anna.attach(as: .away)
                    phone.cut()
                } catch let error as RPCError {
                    #expect(error.is(.resourceExhausted, .tooManyAttempts))
                    refused += 1
                }
            }
            #expect(refused == 50)
            try await watch.read(until: anna, is: .away)
        }
    }
}

extension Person {
    /// Sets the device away as often as the user may change something at once.
    fileprivate func useUpChanges(_ lease: UInt64) async throws {
        for _ in 0..<1_000 {
            do {
                try await setState(lease, .away)
            } catch let error as RPCError where error.reasons == [.tooManyAttempts] {
                return
            }
        }
        Issue.record("a thousand changes were accepted")
    }
}

extension PresenceServer {
    fileprivate var renewals: Int {
        runtime.hub.withRoster { roster, _ in roster.leases.tally.renewals }
    }
}
