import RollcallCrypto
import RollcallRPC
import Synchronization
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite struct WatchTicksTests {
    private let clock = TestClock()
    private let hub: PresenceHub
    private let calls = Calls()
    private let count = 4 * WatchTicks.watchersAtOnce

    init() throws {
        hub = try PresenceHub(
            journal: StoredJournal(), configuration: PresenceConfiguration(),
            clock: clock.now, monotonicClock: clock.uptime,
            random: .system)
    }

    /// A24: what else a process does has its turn between them.
    @Test func othersAreWokenOnlyWhenThoseBeforeHaveHadTheirTurns() async throws {
        let change = try await followers { _ in true }
        let ticks = Task { await hub.keepTicks() }
        try change()
        try await eventually {
            calls.woken.load(ordering: .relaxed) == WatchTicks.watchersAtOnce
        }
        let othersWait = try await remains(for: .milliseconds(50)) {
            calls.woken.load(ordering: .relaxed) == WatchTicks.watchersAtOnce
        }
        #expect(othersWait)
        calls.mayGoOn.store(true, ordering: .relaxed)
        try await eventually { calls.woken.load(ordering: .relaxed) == count }
        ticks.cancel()
        await ticks.value
    }

    /// One in 40 of those that were woken, in the end a hundred.
    @Test func fewCallsWithoutATurnHoldUpNoOthers() async throws {
        let change = try await followers { $0 % 40 == 0 }
        let ticks = Task { await hub.keepTicks() }
        try change()
        try await eventually { calls.woken.load(ordering: .relaxed) == count }
        calls.mayGoOn.store(true, ordering: .relaxed)
        ticks.cancel()
        await ticks.value
    }

    /// Has `count` calls wait, each with a watch of the same user.
    ///
    /// - Parameter waits: whether the turn of a call, by its number, waits until it may go on.
    /// - Returns: what changes the user.
    private func followers(_ waits: (Int) -> Bool) async throws -> () throws -> Void {
        let ids = UUIDv7Generator(clock: clock.now)
        let user = try ids.next()
        let wanted = LeaseRequest(device: DeviceKey(bits: 1), session: user, duration: 5_000)
        let lease = try hub.withRoster { roster, now in
            roster.blocks.isKnown = true
            return try roster.goOnline(user, wanted, at: now)
        }
        for number in 0..<count {
            let owner = try ids.next()
            let caller = WatchCaller(user: owner, session: owner, end: .max)
            follow(
                try hub.openWatch(WatchChange(added: [user]), by: caller), waits: waits(number))
        }
        try await eventually { calls.waiting.load(ordering: .relaxed) == count }
        return { [hub] in
            _ = try hub.withRoster { roster, now in
                try roster.renew(lease.id, of: user, isAway: true, at: now)
            }
        }
    }

    /// Reads a watch by turns.
    private func follow(_ watch: WatchTable.ID, waits: Bool) {
        let hasBegun = Atomic(false)
        StreamReactor.serve { [hub, calls] call in
            .goesOn {
                if hasBegun.exchange(true, ordering: .relaxed) {
                    calls.woken.add(1, ordering: .relaxed)
                    if waits {
                        try await eventually { calls.mayGoOn.load(ordering: .relaxed) }
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
