import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization

/// The hub without calls and without a store, as `rollcall-bench presence-hub` measures it.
package struct MeasuredHub: Sendable {
    package typealias Watch = UInt32

    private let hub: PresenceHub

    /// - Throws: `CryptoError.noRandomness`.
    package init() throws {
        var configuration = PresenceConfiguration()
        // A user changes as often as the load has it.
        configuration.changes = GCRA(1_000, per: 1_000, burst: .max / 1_000_000)
        hub = try PresenceHub(
            journal: StoredJournal(), configuration: configuration,
            clock: MonotonicClock.milliseconds, monotonicClock: MonotonicClock.milliseconds,
            random: .system)
        hub.withRoster { roster, _ in roster.knowsBlocks = true }
    }

    /// Has watches told of changes, until it is cancelled.
    package func run() async {
        await hub.keepTicks()
    }

    /// Has a user come online with a device.
    ///
    /// - Returns: the lease.
    /// - Throws: `RPCError`.
    package func goOnline(_ user: UUIDv7) throws -> UInt64 {
        let wish = LeaseWish(
            device: DeviceKey(bits: 1), session: user, duration: LeaseWish.durations.upperBound)
        return try hub.attempt { roster, now throws(Roster.Refusal) in
            try roster.goOnline(user, wish, at: now).id
        }
    }

    /// Takes out what would have been written by now.
    package func forgetBacklog() {
        hub.withRoster { roster, now in
            while !roster.backlog.isEmpty { _ = roster.takeBatch(.max, at: now) }
        }
    }

    /// - Throws: `RPCError`.
    package func setAway(_ isAway: Bool, _ lease: UInt64, of user: UUIDv7) throws {
        let news = DeviceNews(isAway: isAway)
        _ = try hub.attempt { roster, now throws(Roster.Refusal) in
            try roster.renew(lease, of: user, news, at: now)
        }
    }

    /// - Parameter users: each once, at most 1,000.
    /// - Throws: `RPCError`.
    package func openWatch(of users: [UUIDv7], by viewer: UUIDv7) throws -> Watch {
        let caller = WatchCaller(user: viewer, session: viewer, end: .max)
        return try hub.openWatch(WatchChange(added: users), by: caller)
    }

    /// Takes out what a watch has yet to be told.
    ///
    /// - Returns: of how many users that is.
    /// - Throws: `RPCError`.
    @discardableResult
    package func takeNews(of watch: Watch) throws -> Int {
        try hub.takeUpdate(of: watch)?.presences.count ?? 0
    }

    /// The turns that read a watch, as its call would.
    ///
    /// - Parameter onNews: called each time that there was something to tell.
    package func turns(
        of watch: Watch, onNews: @escaping @Sendable () -> Void
    ) -> StreamReactor.Turn {
        let hasBegun = Atomic(false)
        return { [hub] call in
            if hasBegun.exchange(true, ordering: .relaxed) { hub.endWait(for: watch) }
            repeat {
                while try hub.takeUpdate(of: watch) != nil { onNews() }
            } while !hub.wait(call, for: watch)
            return .waits
        }
    }

    /// Whether not all watches know yet that there is news.
    package var isFanningOut: Bool {
        hub.withRoster { roster, _ in roster.watches.isFanningOut }
    }
}
