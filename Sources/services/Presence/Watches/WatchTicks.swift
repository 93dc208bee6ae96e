import RollcallBasics
import RollcallRPC

/// When changes are sent to watches. The first change after a quiet time is sent immediately.
/// Changes in the tick after it are gathered, and sent at its end. One task runs the ticks of all
/// watches (`PresenceHub.tick`).
struct WatchTicks {
    /// About how many watchers are visited while the lock is held.
    static let watchersPerTurn = 10_000
    /// The same for a change that its own call reports immediately.
    static let watchersAtOnce = 1_000
    /// How many calls are woken together. Others are woken only after each of these has had its
    /// turn. An event loop reads no socket while a call waits for its turn, so it reads the
    /// requests of others in between.
    static let wokenCalls = 500
    /// The time from the last of these turns until others are woken: enough for the turn, and to
    /// poll the sockets.
    static let pause = Duration.microseconds(100)

    /// How long to wait for the turns of woken calls when few of them are left.
    static let longestWait = Duration.milliseconds(50)

    /// Whether changes are being gathered.
    var isUnderWay = false
    /// Wakes the task that runs the ticks when something has changed.
    let change = AsyncSignal()
    /// Wakes that task when each woken call has had its turn.
    let turns = AsyncSignal()
    /// The watches whose calls were woken and have not had their turn yet.
    var woken = 0

    /// A woken call has its turn now.
    ///
    /// - Returns: a signal to send after the lock is released.
    mutating func turnBegins() -> AsyncSignal? {
        woken -= 1
        return woken == 0 && isUnderWay ? turns : nil
    }

    /// The calls to wake after the lock is released.
    struct Woken: Sendable {
        var calls: [StreamReactor] = []
        var change: AsyncSignal?

        func wake() {
            for call in calls { call.wake() }
            change?.signal()
        }
    }
}

extension PresenceHub.State {
    /// Wakes watches for the latest change, unless it has to wait for the end of a tick.
    mutating func wakeAfterChange() -> WatchTicks.Woken {
        var woken = WatchTicks.Woken(calls: calls(of: roster.watches.takeWoken()))
        guard roster.watches.isFanningOut, !ticks.isUnderWay else { return woken }
        ticks.isUnderWay = true
        woken.calls += calls(of: roster.watches.fanOut(WatchTicks.watchersAtOnce))
        woken.change = ticks.change
        return woken
    }

    /// Wakes watches whose callers' tokens have expired, and some of those that were sent nothing
    /// for long.
    ///
    /// - Parameter longestQuiet: in milliseconds.
    mutating func scanWatches(at now: Moment, longestQuiet: Int64) -> WatchTicks.Woken {
        roster.watches.now = now.monotonic
        let ended = roster.watches.scan(at: now.wall, longestQuiet: longestQuiet)
        var woken = WatchTicks.Woken(calls: calls(of: ended))
        guard roster.watches.isFanningOut, !ticks.isUnderWay else { return woken }
        woken.calls += calls(of: roster.watches.fanOut(WatchTicks.watchersAtOnce))
        // Few messages of this kind begin no tick, in which changes would wait.
        guard roster.watches.isFanningOut else { return woken }
        ticks.isUnderWay = true
        woken.change = ticks.change
        return woken
    }

    /// Visits watches until enough calls are woken.
    ///
    /// - Returns: the calls to wake.
    fileprivate mutating func fanOut() -> [StreamReactor] {
        var woken: [StreamReactor] = []
        var left = WatchTicks.watchersPerTurn
        while left > 0, roster.watches.isFanningOut, ticks.woken < WatchTicks.wokenCalls {
            // Each watcher may have a waiting call.
            let some = min(left, WatchTicks.wokenCalls - ticks.woken)
            woken += calls(of: roster.watches.fanOut(some))
            left -= some
        }
        return woken
    }

    /// The waiting calls of some watches.
    mutating func calls(of watches: some Sequence<WatchTable.ID>) -> [StreamReactor] {
        let calls = watches.compactMap { watch in
            watch < waiters.count ? waiters[Int(watch)].take() : nil
        }
        ticks.woken += calls.count
        return calls
    }
}

extension PresenceHub {
    private enum Step {
        /// There was nothing to send.
        case quiet
        case told
        /// Some changes are left.
        case more(isWaking: Bool)
    }

    /// Runs the ticks until it is cancelled. Call it once.
    package func keepTicks() async {
        let change = state.withLock { $0.ticks.change }
        while !Task.isCancelled {
            await change.wait()
            var step = Step.told
            ticking: while !Task.isCancelled {
                switch step {
                case .quiet: break ticking
                case .told: try? await Task.sleep(for: configuration.watchTick)
                case .more(isWaking: false): await Task.yield()
                case .more(isWaking: true):
                    await waitForTurns()
                    try? await Task.sleep(for: WatchTicks.pause, tolerance: .zero)
                }
                step = tell()
            }
        }
    }

    private func tell() -> Step {
        let now = now.monotonic
        let (step, woken) = state.withLock { state -> (Step, [StreamReactor]) in
            guard state.roster.watches.isFanningOut else {
                state.ticks.isUnderWay = false
                return (.quiet, [])
            }
            state.roster.watches.now = now
            let woken = state.fanOut()
            let isDone = !state.roster.watches.isFanningOut
            return (isDone ? .told : .more(isWaking: state.ticks.woken > 0), woken)
        }
        for call in woken { call.wake() }
        return step
    }

    /// Waits until each woken call has had its turn, or until most have and the rest takes too
    /// long.
    private func waitForTurns() async {
        let turns = state.withLock { $0.ticks.turns }
        while !Task.isCancelled, state.withLock({ $0.ticks.woken > 0 }) {
            await turns.wait(atMost: WatchTicks.longestWait)
            // Calls are woken for other reasons, too. Those must not delay all other watchers.
            if state.withLock({ $0.ticks.woken < WatchTicks.wokenCalls / 2 }) { return }
        }
    }
}
