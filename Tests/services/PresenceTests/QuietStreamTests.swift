import RollcallAPI
import RollcallCrypto
import TestServers
import TestSupport
import Testing

@testable import Presence

/// Streams say something at least every 20 seconds, as proxies and phones end quiet ones.
@Suite(.withEachLeaseEngine) struct QuietStreamTests {
    @Test func aQuietWatchSendsAMessageWithoutACursorWithinTwentySeconds() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            for isOneRequest in [true, false] {
                let watch =
                    try await isOneRequest
                    ? anna.watchPresence([anna.id]) : anna.watch([anna])
                try await watch.read()
                for count in 1...3 {
                    await server.tick(seconds: 20)
                    while watch.beats < count { _ = try await watch.readMessage() }
                }
                #expect(watch.changeLists.allSatisfy { $0.isEmpty })
                let lease = try await anna.goOnline()
                try await watch.read(until: anna, is: .online)
                try await anna.goOffline(lease)
            }
        }
    }

    @Test func aWatchWithUpdatesSendsNothingElse() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let watch = try await anna.watch([anna])
            try await watch.read()
            for number in 0..<6 {
                await server.tick(seconds: 10)
                let state: DeviceState = number.isMultiple(of: 2) ? .online : .away
                try await anna.goOnline(as: state)
                try await watch.read(until: anna, is: state == .online ? .online : .away)
            }
            #expect(watch.beats == 0)
        }
    }

    @Test func aDeviceIsSentItsLeaseAgainWithinTwentySeconds() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.attach(lease: 300_000)
            for _ in 0..<3 {
                await server.tick(seconds: 20)
                #expect(try await phone.next() == phone.response)
            }
            try await phone.say(AttachRequest(state: .offline))
            try await phone.end()
        }
    }

    @Test(.tags(.localLeases)) func aWatchThatIsNotReadHasOneMessageWaiting() throws {
        let clock = TestClock()
        let ids = UUIDv7Generator(clock: clock.now)
        let hub = try PresenceHub(
            configuration: PresenceConfiguration(), clock: clock.now,
            monotonicClock: clock.uptime, random: .system)
        hub.withRoster { roster, _ in roster.blocks.isKnown = true }
        let user = try ids.next()
        let watch = try hub.openWatch(
            WatchChange(added: [user]), by: WatchCaller(user: user, session: user, end: .max))
        #expect(try hub.takeUpdate(of: watch)?.isSnapshot == true)
        for _ in 0..<20 {
            clock.advance(10_000)
            hub.scan()
        }
        let message = try hub.takeUpdate(of: watch)
        #expect(message?.cursor == nil && message?.isSnapshot == false)
        #expect(try message?.entries == [])
        #expect(try hub.takeUpdate(of: watch) == nil)
        // The wait begins again with the message.
        clock.advance(10_000)
        hub.scan()
        #expect(try hub.takeUpdate(of: watch) == nil)
        clock.advance(6_000)
        hub.scan()
        #expect(try hub.takeUpdate(of: watch) != nil)
    }

    @Test(.tags(.localLeases)) func devicesThatAttachTogetherAreWokenAnEighthAtATime() {
        var table = AttachTable()
        table.now = 100_000
        for number in 0..<80 {
            _ = table.open(lease: UInt64(number), of: UserTable.Index(number), tokenEnd: .max)
        }
        table.now += 14_000
        table.scan(at: 0, longestQuiet: 15_000)
        #expect(table.takeWoken().isEmpty)
        table.now += 1_000
        var count = 0
        for _ in 0..<8 {
            table.scan(at: 0, longestQuiet: 15_000)
            let woken = table.takeWoken()
            #expect(woken.count <= 11)
            for stream in woken where table.isQuiet(stream, longestQuiet: 15_000) {
                table.noteSent(on: stream)
                count += 1
            }
        }
        #expect(count == 80)
    }

    /// Devices that do not read, or that wait with a change.
    @Test(.tags(.localLeases)) func aDeviceThatCouldNotBeSentAnythingIsWokenAgainAfterTheOthers() {
        var table = AttachTable()
        for number in 0..<80 {
            _ = table.open(lease: UInt64(number), of: UserTable.Index(number), tokenEnd: .max)
        }
        table.now += 15_000
        var woken: [AttachTable.ID] = []
        for _ in 0..<8 {
            table.scan(at: 0, longestQuiet: 15_000)
            woken += table.takeWoken()
        }
        #expect(Set(woken).count == 80)
        #expect(woken.allSatisfy { table.isQuiet($0, longestQuiet: 15_000) })
        table.scan(at: 0, longestQuiet: 15_000)
        #expect(!table.takeWoken().isEmpty)
    }
}
