import RollcallCrypto
import RollcallRPC
import Synchronization
import TestSupport
import Testing

@testable import Presence

@Suite struct WatchTicksTests {
    private let clock = TestClock()
    private let hub: PresenceHub
    private let calls = Calls()

    init() throws {
        hub = try PresenceHub(
            journal: StoredJournal(), configuration: PresenceConfiguration(),
            clock: clock.now, monotonicClock: clock.uptime,
            random: .system)
    }

    /// A24: what else a process does has its turn between them.
    @Test func othersAreWokenOnlyWhenThoseBeforeHaveHadTheirTurns() async throws {
        let ids = UUIDv7Generator(clock: clock.now)
        let user = try ids.next()
        let wish = LeaseWish(device: DeviceKey(bits: 1), session: user, duration: 5_000)
        let lease = try hub.attempt { roster, now throws(Roster.Refusal) in
            roster.knowsBlocks = true
            return try roster.goOnline(user, wish, at: now)
        }
        let count = 4 * WatchTicks.watchersAtOnce
        for _ in 0..<count {
            let owner = try ids.next()
            let caller = WatchCaller(user: owner, session: owner, end: .max)
            follow(try hub.openWatch(WatchChange(added: [user]), by: caller))
        }
        try await eventually { calls.waiting.load(ordering: .relaxed) == count }

        let ticks = Task { await hub.keepTicks() }
        _ = try hub.attempt { roster, now throws(Roster.Refusal) in
            try roster.renew(lease.id, of: user, isAway: true, at: now)
        }
        try await eventually {
            calls.woken.load(ordering: .relaxed) == WatchTicks.watchersAtOnce
        }
        try await Task.sleep(for: .milliseconds(50))
        #expect(calls.woken.load(ordering: .relaxed) == WatchTicks.watchersAtOnce)
        calls.mayGoOn.store(true, ordering: .relaxed)
        try await eventually { calls.woken.load(ordering: .relaxed) == count }
        ticks.cancel()
        await ticks.value
    }

    /// Reads a watch by turns, each of which waits until it may go on.
    private func follow(_ watch: WatchTable.ID) {
        let hasBegun = Atomic(false)
        StreamReactor.serve { [hub, calls] call in
            .goesOn {
                if hasBegun.exchange(true, ordering: .relaxed) {
                    calls.woken.add(1, ordering: .relaxed)
                    while !calls.mayGoOn.load(ordering: .relaxed) {
                        try await Task.sleep(for: .milliseconds(1))
                    }
                    hub.endWait(for: watch)
                }
                repeat {
                    while try hub.takeUpdate(of: watch) != nil {}
                } while !hub.wait(call, for: watch)
                calls.waiting.add(1, ordering: .relaxed)
                return .waits
            }
        }
    }

    private final class Calls: Sendable {
        /// How often one of them began to wait, and was woken.
        let waiting = Atomic(0)
        let woken = Atomic(0)
        let mayGoOn = Atomic(false)
    }
}
