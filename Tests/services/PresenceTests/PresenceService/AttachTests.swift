import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct AttachTests {
    @Test func anAttachedDeviceIsOnlineForAsLongAsItBeats() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let phone = try await anna.attach(lease: 9_000)
            #expect(phone.response.leaseMs == 9_000)
            #expect(phone.response.beatMs == 3_000)
            for _ in 0..<10 {
                let renewals = server.renewals
                try await phone.say(AttachRequest())
                try await eventually { server.renewals > renewals }
                await server.tick(seconds: 8)
                #expect(try await berta.state(of: anna) == .online)
            }
        }
    }

    // A03
    @Test func aDeviceThatSaysNothingIsOfflineWhenItsLeaseEndsAndNotBefore() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.attach(lease: 10_000)
            for _ in 0..<19 {
                server.clock.advance(500)
                await server.scan()
                #expect(try await anna.state(of: anna) == .online)
            }
            server.clock.advance(1_001)
            await server.scan()
            #expect(try await anna.state(of: anna) == .offline)
            #expect(try await phone.failure().is(.notFound, .leaseEnded))
        }
    }

    @Test func watchersHearAtOnceThatADeviceSaysItGoesOffline() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let phone = try await anna.attach()
            let watch = try await berta.watch([anna])
            try await watch.read(until: anna, is: .online)
            try await phone.say(AttachRequest(state: .offline))
            try await watch.read(until: anna, is: .offline)
            try await phone.end()
        }
    }

    // A01, A02, A08
    @Test(arguments: [true, false])
    func aDeviceWhoseStreamEndsIsOfflineAfterTheGrace(endsInOrder: Bool) async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let phone = try await anna.attach()
            let seen = server.clock.now()
            endsInOrder ? phone.close() : phone.cut()
            try await server.isDetached(phone)
            for _ in 0..<10 {
                server.clock.advance(490)
                await server.scan()
                #expect(try await berta.state(of: anna) == .online)
            }
            server.clock.advance(101)
            await server.scan()
            let presence = try await berta.presence(of: anna)
            #expect(presence.state == .offline)
            #expect(presence.lastSeenAtMs == seen)
        }
    }

    // A01
    @Test func withoutAGraceADeviceIsOfflineAsItsStreamEnds() async throws {
        var configuration = PresenceConfiguration()
        configuration.detachGrace = .zero
        try await withPresenceServer(configuration: configuration) { server in
            let (anna, berta) = (try server.user(), try server.user())
            let phone = try await anna.attach()
            let watch = try await berta.watch([anna])
            try await watch.read(until: anna, is: .online)
            phone.cut()
            try await watch.read(until: anna, is: .offline)
        }
    }

    // A05
    @Test func aDeviceThatComesBackWithinTheGraceIsNotSeenToGoOrCome() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            var phone = try await anna.attach()
            let watch = try await berta.watch([anna])
            try await watch.read()
            for _ in 0..<20 {
                phone.cut()
                try await server.isDetached(phone)
                await server.tick(seconds: 4)
                phone = try await anna.attach()
            }
            let lastSeen = server.clock.now()
            try await phone.say(AttachRequest(state: .offline))
            try await watch.read()
            #expect(watch.changeLists.map { $0.map(\.state) } == [[.offline]])
            #expect(watch.presences[anna.id]?.lastSeenAtMs == lastSeen)
        }
    }

    // A08: the close of the old stream is heard after the new one has begun.
    @Test func theEndOfAnOlderStreamDoesNotTouchTheNewOne() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let old = try await anna.attach()
            let new = try await anna.attach()
            #expect(new.lease != old.lease)
            #expect(try await old.failure().is(.aborted, .leaseEnded))
            old.cut()
            await server.tick(seconds: 20)
            #expect(try await berta.state(of: anna) == .online)
            try await new.say(AttachRequest(state: .away))
            try await eventually { try await berta.state(of: anna) == .away }
        }
    }

    // A07
    @Test func aMessageAfterTheLeaseHasEndedBringsNothingBack() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.attach(lease: 5_000)
            await server.tick(seconds: 6)
            try? await phone.say(AttachRequest(state: .online))
            #expect(try await phone.failure().is(.notFound, .leaseEnded))
            #expect(try await anna.state(of: anna) == .offline)
            #expect(try await anna.attach().lease != phone.lease)
        }
    }

    // A04
    @Test func whoHasAnotherDeviceStaysOnlineWhenOneDies() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let (phone, laptop) = (
                try await anna.attach("phone"), try await anna.attach("laptop")
            )
            let watch = try await berta.watch([anna])
            try await watch.read()
            phone.cut()
            try await server.isDetached(phone)
            await server.tick(seconds: 6)
            #expect(try await anna.devices().map(\.leaseID) == [laptop.lease])
            try await laptop.say(AttachRequest(state: .offline))
            try await watch.read()
            #expect(watch.changeLists.map { $0.map(\.state) } == [[.offline]])
        }
    }

    @Test func aDeviceThatBeatsByHeartbeatsAfterItsStreamEndedStaysOnline() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.attach()
            phone.cut()
            try await server.isDetached(phone)
            try await anna.heartbeat(phone.lease)
            await server.tick(seconds: 25)
            #expect(try await anna.state(of: anna) == .online)
        }
    }

    // A23
    @Test func aStreamEndsWithItsSession() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.attach()
            await server.endSessions(.sessions([anna.session]))
            #expect(try await phone.failure().is(.unauthenticated, .sessionEnded))
            try await eventually { try await anna.state(of: anna) == .offline }
        }
    }

    // A23
    @Test func aStreamEndsWithItsUser() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let phone = try await anna.attach()
            _ = try await server.erase(anna)
            #expect(try await phone.failure().is(.unauthenticated, .accessTokenInvalid))
            #expect(try await berta.presence(of: anna).lastSeenAtMs == 0)
        }
    }

    @Test func aStreamEndsWithItsTokenAndTheDeviceHasTheGraceToComeBack() async throws {
        try await withPresenceServer { server in
            var anna = try server.user()
            anna.tokenEnd = server.clock.now() / 1000 + 10
            let phone = try await anna.attach(lease: 60_000)
            await server.tick(seconds: 10)
            #expect(try await phone.failure().is(.unauthenticated, .accessTokenInvalid))
            let berta = try server.user()
            #expect(try await berta.state(of: anna) == .online)
            anna.tokenEnd += 3600
            // Letting go of it would cancel the call.
            let again = try await anna.attach(lease: 60_000)
            await server.tick(seconds: 10)
            #expect(try await berta.state(of: anna) == .online)
            try await again.say(AttachRequest(state: .offline))
            try await again.end()
        }
    }

    /// As when Auth has not answered for too long: nobody is offline for that.
    @Test func aStreamEndsWhenNobodyKnowsWhoseSessionGoesOnAndTheLeaseStays() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.attach(lease: 60_000)
            server.suspendWatches()
            #expect(try await phone.failure().is(.unavailable))
            try await eventually { try await anna.devices().first?.isAttached == false }
            await server.tick(seconds: 50)
            #expect(try await anna.state(of: anna) == .online)
        }
    }

    // A17
    @Test func whenTheServiceStopsEachClientIsToldAnotherPauseAndLeasesGoOn() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var pauses: Set<String> = []
        var people: [Person] = []
        try await withPresenceServer(in: folder, clock: clock) { server in
            people = try (0..<8).map { _ in try server.user() }
            var devices: [AttachedDevice] = []
            for person in people { devices.append(try await person.attach()) }
            server.beginDrain()
            for device in devices {
                let error = try await device.failure()
                #expect(error.is(.unavailable))
                let pause = try #require(error.trailers[text: "retry-pushback-ms"])
                #expect((0...5_000).contains(try #require(Int(pause))))
                pauses.insert(pause)
            }
            #expect(
                try await people[0].refusal(of: AttachRequest(deviceID: "new")).is(.unavailable))
        }
        #expect(pauses.count > 1)
        try await withPresenceServer(in: folder, clock: clock) { [people] server in
            let states = try await server.user().presence(of: people.map(\.id)).map(\.state)
            #expect(states == people.map { _ in .online })
        }
    }

    /// The drain begins after the service has seen that it accepts streams, and before the device
    /// has one.
    @Test func aDeviceThatAttachesWhileADrainBeginsIsToldToLeaveAndItsLeaseGoesOn() async throws {
        let authenticator = ScriptedAuthenticator()
        try await withPresenceServer(authenticator: authenticator) { server in
            let (anna, berta) = (try server.user(), try server.user())
            authenticator.follow([{}, { server.beginDrain() }])
            let phone = try await anna.attach()
            try await eventually {
                server.runtime.hub.withRoster { roster, _ in
                    roster.leases.attachment(of: phone.lease) == nil
                }
            }
            let error = try await phone.failure()
            #expect(error.is(.unavailable))
            let pause = try #require(error.trailers[text: "retry-pushback-ms"])
            #expect((0...5_000).contains(try #require(Int(pause))))
            #expect(try await berta.state(of: anna) == .online)
        }
    }

    @Test(arguments: [
        (AttachRequest(), Reason.fieldMissing),
        (AttachRequest(deviceID: "a b"), .fieldMalformed),
        (AttachRequest(deviceID: "phone", leaseMs: 4_999), .fieldMalformed),
        (AttachRequest(deviceID: "phone", state: .offline), .fieldMalformed),
        (AttachRequest(deviceID: "phone", state: .unrecognized(9)), .fieldMalformed),
        (AttachRequest(deviceID: "phone", status: Status(text: "a\u{7}")), .fieldMalformed),
    ])
    func aFirstMessageThatBreaksARuleIsRefused(request: AttachRequest, reason: Reason) async throws
    {
        try await withPresenceServer { server in
            let anna = try server.user()
            #expect(try await anna.refusal(of: request).is(.invalidArgument, reason))
            #expect(try await anna.devices().isEmpty)
        }
    }

    @Test(arguments: [
        AttachRequest(deviceID: "phone"), AttachRequest(leaseMs: 10_000),
        AttachRequest(state: .unrecognized(9)),
        AttachRequest(status: Status(text: String(repeating: "a", count: 101))),
    ])
    func aLaterMessageThatBreaksARuleEndsTheStream(request: AttachRequest) async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.attach()
            try await phone.say(request)
            #expect(try await phone.failure().is(.invalidArgument, .fieldMalformed))
        }
    }

    @Test func aStreamWithoutAMessageIsNoDevice() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let call = try await anna.service.attach(options: anna.options)
            call.finishSending()
            let error = try await failure { _ = try await call.responses.next() }
            #expect(error.is(.invalidArgument, .fieldMissing))
        }
    }

    /// As if the session ended after the token was checked, before the lease was there.
    @Test func aDeviceIsNotOnlineForASessionThatHasJustEnded() async throws {
        try await withPresenceServer(authenticator: OnceOnly()) { server in
            let anna = try server.user()
            let request = AttachRequest(deviceID: "phone")
            #expect(try await anna.refusal(of: request).is(.unauthenticated, .sessionEnded))
            #expect(server.runtime.hub.counts.leases == 0)
            #expect(server.runtime.hub.counts.attached == 0)
        }
    }

    // A22: what comes faster waits with the sender.
    @Test func aDeviceThatSaysTooMuchIsSlowedDown() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.attach()
            let renewals = server.renewals
            let flood = Task {
                for number in 0..<100_000 {
                    try await phone.say(
                        AttachRequest(state: number.isMultiple(of: 2) ? .away : .online))
                }
            }
            // The clock of the test stands still, so that 100 are taken at once and one each 50 ms
            // then.
            try await eventually { server.renewals - renewals >= 100 }
            let start = ContinuousClock.now
            // The rate of turns has the real clock.
            try await elapse(.milliseconds(200))
            let taken = server.renewals - renewals
            #expect(taken <= 102 + Int((ContinuousClock.now - start) / .milliseconds(50)))
            flood.cancel()
            _ = await flood.result
        }
    }
}

extension PresenceServer {
    /// Waits until the grace of a device has begun. Where instances share leases it begins with the
    /// engine, which hears later than the service that the stream has ended.
    func isDetached(_ device: AttachedDevice) async throws {
        let hub = runtime.hub
        try await eventually {
            hub.withRoster { roster, _ in roster.leases.isDetached(device.lease) }
        }
    }

    fileprivate var renewals: Int {
        runtime.hub.withRoster { roster, _ in roster.leases.tally.renewals }
    }
}
