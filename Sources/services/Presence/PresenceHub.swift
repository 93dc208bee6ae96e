import AccessTokens
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import Synchronization

/// The roster shared by all calls: a lock, the clocks, and the calls that wait for changes. No code
/// under the lock awaits or wakes a call.
package final class PresenceHub: Sendable {
    struct State {
        var roster: Roster
        /// The waiting call of each watch, by watch.
        var waiters: [StreamReactor?] = []
        var ticks = WatchTicks()
        /// The call of each device stream, by stream.
        var deviceStreams: [StreamReactor?] = []
        /// Wakes the journal's writer when devices have come or gone.
        let urgency = AsyncSignal()
        /// Whether it was woken, and has not written them yet.
        var isUrgent = false
        /// While streams are drained: the time over which their clients return, in milliseconds.
        var streamSpread: Int64?
    }

    let state: Mutex<State>
    let configuration: PresenceConfiguration
    private let clock: @Sendable () -> Int64
    private let monotonicClock: @Sendable () -> Int64

    /// - Parameters:
    ///   - isReplica: whether an engine keeps the leases; then the journal has none.
    ///   - clock: milliseconds since 1970-01-01 UTC.
    ///   - monotonicClock: milliseconds of a clock that is never set.
    /// - Throws: `CryptoError.noRandomness`.
    package init(
        journal: StoredJournal = StoredJournal(), configuration: PresenceConfiguration,
        isReplica: Bool = false,
        clock: @escaping @Sendable () -> Int64, monotonicClock: @escaping @Sendable () -> Int64,
        random: RandomSource
    ) throws {
        self.configuration = configuration
        self.clock = clock
        self.monotonicClock = monotonicClock
        let now = Moment(monotonic: monotonicClock(), wall: clock())
        var roster = Roster(
            configuration: configuration, epoch: try random.number(),
            firstLeaseID: try random.number(),
            now: now)
        if isReplica {
            roster.becomeReplica(journal)
        } else {
            roster.restore(journal, at: now)
        }
        state = Mutex(State(roster: roster))
    }

    /// Makes the cursors of earlier runs invalid.
    ///
    /// - Throws: `CryptoError.noRandomness`.
    func forgetHistory(_ random: RandomSource) throws {
        let epoch = try random.number()
        withRoster { roster, _ in roster.journal.history = roster.journal.history.forgetting(epoch)
        }
    }

    var now: Moment { Moment(monotonic: monotonicClock(), wall: clock()) }

    /// Reads or changes the roster, and wakes the calls that then have something to send.
    package func withRoster<R: Sendable, Failure: Error>(
        _ body: (inout Roster, Moment) throws(Failure) -> R
    ) throws(Failure) -> R {
        let now = now
        let (result, woken, urgency) = try state.withLock { state throws(Failure) in
            state.roster.watches.now = now.monotonic
            state.roster.attached.now = now.monotonic
            let result = try body(&state.roster, now)
            var woken = state.wakeAfterChange()
            for stream in state.roster.attached.takeWoken() {
                if let call = state.deviceStream(stream) { woken.calls.append(call) }
            }
            return (result, woken, state.noteUrgency())
        }
        woken.wake()
        urgency?.signal()
        return result
    }

    /// Ends the leases whose time is over, and the streams whose caller's token has expired. Quiet
    /// streams send something. To be called every `scanInterval`.
    func scan() {
        let quiet = configuration.longestQuiet.wholeMilliseconds
        withRoster { roster, now in
            if roster.replica == nil { roster.expire(at: now) } else { roster.keepReplica(at: now) }
            roster.attached.scan(at: now.wall, longestQuiet: quiet)
            roster.turnDay(at: now)
        }
        scanWatches()
    }

    /// Whether no device is online and nobody watches.
    var isEmpty: Bool {
        state.withLock { $0.roster.leases.count == 0 && $0.roster.watches.count == 0 }
    }

    /// Ends all streams and accepts no more, until `endDrain`. To be called before the server
    /// drains, as it waits for its streams to end. Leases continue.
    ///
    /// - Parameter spread: the time over which the clients return.
    /// - Returns: how many streams were open.
    @discardableResult
    func beginDrain(over spread: Duration) -> Int {
        let spread = spread.wholeMilliseconds
        state.withLock { $0.streamSpread = spread }
        let devices = withRoster { roster, _ in
            roster.attached.endAll { .draining(pause: .random(in: 0...spread)) }
            return roster.attached.count
        }
        return devices + endWatches(for: .drain)
    }

    /// Accepts streams again.
    func endDrain() {
        state.withLock { $0.streamSpread = nil }
    }

    /// Ends the watches of sessions that have ended. A watch that opens at the same time checks its
    /// session again (`Watch.swift`).
    func endWatches(of ended: EndedSessions) {
        wake { state in
            switch ended {
            case .sessions(let texts):
                state.roster.watches.end(texts.compactMap(UUIDv7.init))
            case .all: state.roster.watches.endAll(for: .session)
            }
        }
    }

    /// Ends all open streams, as it is unknown which sessions go on. A stream that opens at the
    /// same time checks that again (`Watch.swift`, `PresenceHub+Sessions.swift`).
    func suspendStreams() {
        withRoster { roster, _ in
            roster.leases.sessionChanges += 1
            roster.attached.endAll { .doubt }
        }
        endWatches(for: .doubt)
    }
}

extension RandomSource {
    /// - Throws: `CryptoError.noRandomness`.
    fileprivate func number() throws -> UInt64 {
        UInt64(bigEndianBytes: try bytes(8))
    }
}
