import AccessTokens
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import Synchronization

/// The roster as calls share it: a lock, the clocks, and those who wait for news. Nothing is awaited
/// and nobody is woken under the lock.
final class PresenceHub: Sendable {
    struct State {
        var roster: Roster
        /// By watch: its call, while it waits for news.
        var waiters: [StreamReactor?] = []
        var ticks = WatchTicks()
        /// Of the roster as it is.
        var presenceCache = PresenceCache()
        /// By stream of a device: its call.
        var deviceStreams: [StreamReactor?] = []
        /// While clients of streams are sent away: over how long they come back, in milliseconds.
        var streamSpread: Int64?
    }

    let state: Mutex<State>
    let configuration: PresenceConfiguration
    private let clock: @Sendable () -> Int64
    private let monotonicClock: @Sendable () -> Int64

    /// - Parameters:
    ///   - isReplica: whether the leases are those of an engine, of which the journal has nothing.
    ///   - clock: milliseconds since 1970-01-01 UTC.
    ///   - monotonicClock: milliseconds of a clock that nobody sets.
    /// - Throws: `CryptoError.noRandomness`.
    init(
        journal: StoredJournal, configuration: PresenceConfiguration, isReplica: Bool = false,
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

    /// Has no watch of an earlier run go on.
    ///
    /// - Throws: `CryptoError.noRandomness`.
    func forgetHistory(_ random: RandomSource) throws {
        let epoch = try random.number()
        withRoster { roster, _ in roster.history = roster.history.forgetting(epoch) }
    }

    var now: Moment { Moment(monotonic: monotonicClock(), wall: clock()) }

    /// Changes the roster, and wakes whoever has news then.
    ///
    /// - Throws: `RPCError`, for what the roster refuses.
    func attempt<R: Sendable>(
        _ body: (inout Roster, Moment) throws(Roster.Refusal) -> R
    ) throws -> R {
        do {
            return try withRoster(body)
        } catch {
            throw RPCError(error)
        }
    }

    /// Reads or changes the roster, and wakes whoever has news then.
    func withRoster<R: Sendable, Failure: Error>(
        _ body: (inout Roster, Moment) throws(Failure) -> R
    ) throws(Failure) -> R {
        let now = now
        let (result, woken) = try state.withLock { state throws(Failure) in
            state.roster.watches.now = now.monotonic
            state.presenceCache.removeAll()
            let result = try body(&state.roster, now)
            var woken = state.wakeAfterChange()
            for stream in state.roster.takeWokenStreams() {
                if let call = state.deviceStream(stream) { woken.calls.append(call) }
            }
            return (result, woken)
        }
        woken.wake()
        return result
    }

    /// Ends the leases whose time is over, and has watches look whether their caller's token has
    /// ended. To be called every `scanInterval`.
    func scan() {
        withRoster { roster, now in
            if roster.replica == nil { roster.expire(at: now) } else { roster.keepReplica(at: now) }
            roster.endStreamsOfEndedTokens(at: now)
            roster.turnDay(at: now)
        }
        scanWatches()
    }

    /// Ends all streams, and takes no more, until `endDrain`. To be called before the server is drained,
    /// which waits for its streams to end. Leases go on.
    ///
    /// - Parameter spread: over how long the clients come back.
    /// - Returns: how many streams there were.
    @discardableResult
    func beginDrain(over spread: Duration) -> Int {
        let spread = spread.wholeMilliseconds
        state.withLock { $0.streamSpread = spread }
        let devices = withRoster { roster, _ in
            roster.endAllStreams { _ in .draining(pause: .random(in: 0...spread)) }
            return roster.attached.count
        }
        return devices + endWatches(for: .drain)
    }

    /// Takes streams again.
    func endDrain() {
        state.withLock { $0.streamSpread = nil }
    }

    /// Ends the watches of sessions that have ended. One that is opened at the same time looks again whether its
    /// session has (`Watch.swift`).
    func endWatches(of ended: EndedSessions) {
        wake { state in
            switch ended {
            case .sessions(let texts):
                state.roster.watches.end(texts.compactMap(UUIDv7.init))
            case .all: state.roster.watches.endAll(for: .session)
            }
        }
    }

    /// Ends all streams that are open, as nobody knows whose session goes on. One that is opened at
    /// the same time looks again whether that is known (`Watch.swift`, `PresenceHub+Sessions.swift`).
    func suspendStreams() {
        withRoster { roster, _ in
            roster.sessionNews += 1
            roster.endAllStreams { _ in .doubt }
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
