import Admission
import Presence
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestServers

/// A hub of Presence without calls and without a store.
struct MeasuredHub: Sendable {
    private let hub: PresenceHub

    /// - Throws: `CryptoError.noRandomness`.
    init() throws {
        var configuration = PresenceConfiguration()
        // A user changes as often as the load changes it.
        configuration.changes = GCRA(1_000, per: 1_000, burst: .max / 1_000_000)
        hub = try PresenceHub(
            configuration: configuration, clock: MonotonicClock.milliseconds,
            monotonicClock: MonotonicClock.milliseconds,
            random: .system)
        hub.withRoster { roster, _ in roster.blocks.isKnown = true }
    }

    /// Sends watches their changes, until it is cancelled.
    func run() async {
        await hub.keepTicks()
    }

    /// A user comes online with a device.
    ///
    /// - Returns: the lease.
    /// - Throws: `RPCError`.
    func goOnline(_ user: UUIDv7) throws -> UInt64 {
        let wanted = LeaseRequest(
            device: DeviceKey(bits: 1), session: user, duration: LeaseRequest.durations.upperBound)
        return try hub.withRoster { roster, now in try roster.goOnline(user, wanted, at: now).id }
    }

    /// Drops what a journal would have written by now.
    func forgetBacklog() {
        hub.withRoster { roster, now in
            while roster.journal.hasUnwritten { _ = roster.takeBatch(.max, at: now) }
        }
    }

    /// - Throws: `RPCError`.
    func setAway(_ isAway: Bool, _ lease: UInt64, of user: UUIDv7) throws {
        _ = try hub.withRoster { roster, now in
            try roster.renew(lease, of: user, DeviceUpdate(mode: isAway ? .away : .online), at: now)
        }
    }

    /// - Parameter users: each once, at most 1,000.
    /// - Throws: `RPCError`.
    func openWatch(of users: [UUIDv7], by viewer: UUIDv7) throws -> UInt32 {
        try hub.openWatch(
            WatchChange(WatchRequest(userIDs: users.map(\.description))),
            by: WatchCaller(user: viewer, session: viewer, end: .max))
    }

    /// Takes the next update of a watch, and drops it.
    ///
    /// - Throws: `RPCError`.
    func takeNews(of watch: UInt32) throws {
        _ = try hub.takeUpdate(of: watch)
    }

    /// Reads a watch by turns, as its call would, for as long as the process runs.
    ///
    /// - Parameter onNews: called with each update.
    func follow(_ watch: UInt32, onNews: @escaping @Sendable () -> Void) {
        let hasBegun = Atomic(false)
        StreamReactor.serve { [hub] call in
            if hasBegun.exchange(true, ordering: .relaxed) { hub.endWait(for: watch) }
            repeat {
                while try hub.takeUpdate(of: watch) != nil { onNews() }
            } while !hub.wait(call, for: watch)
            return .waits
        }
    }

    /// Whether some watches were not woken so far for a change.
    var isFanningOut: Bool {
        hub.withRoster { roster, _ in roster.watches.isFanningOut }
    }
}
