import RollcallBasics
import RollcallRPC

/// When watches hear of changes. The first change after a quiet time is told at once; what comes in the
/// tick after it is gathered, and told at its end. One task keeps the ticks of all watches
/// (`PresenceHub.tick`).
struct WatchTicks {
    /// About how many watchers are looked at under the lock.
    static let watchersPerTurn = 10_000
    /// The same for a change that is told at once, by the call that has made it.
    static let watchersAtOnce = 1_000
    /// Calls that are woken together. Others are woken only when each of these has had its turn. An event loop
    /// reads no socket while a call waits for its turn, so in between it reads what others have sent.
    static let wokenCalls = 500
    /// From the last of these turns until others are woken: enough for the turn, and for a look at the sockets.
    static let pause = Duration.microseconds(100)

    /// How long the turns of calls that were woken are waited for, while few of them are left.
    static let longestWait = Duration.milliseconds(50)

    /// Whether changes are gathered at the moment.
    var isUnderWay = false
    /// Wakes the task that keeps the ticks, as something has changed.
    let change = AsyncSignal()
    /// Wakes that task, as each call that was woken has had its turn.
    let turns = AsyncSignal()
    /// The watches whose calls were woken and have not had their turn so far.
    var woken = 0

    /// A call that was woken has its turn now.
    ///
    /// - Returns: what to signal outside the lock.
    mutating func turnBegins() -> AsyncSignal? {
        woken -= 1
        return woken == 0 && isUnderWay ? turns : nil
    }

    /// What is to be woken outside the lock.
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
    /// Has watches hear of what has just changed, if this is not to wait for the end of a tick.
    mutating func wakeAfterChange() -> WatchTicks.Woken {
        var woken = WatchTicks.Woken(calls: calls(of: roster.takeWoken()))
        guard roster.watches.isFanningOut, !ticks.isUnderWay else { return woken }
        ticks.isUnderWay = true
        woken.calls += calls(of: roster.watches.fanOut(WatchTicks.watchersAtOnce))
        woken.change = ticks.change
        return woken
    }

    /// Has watches hear of changes, until enough calls are woken.
    ///
    /// - Returns: what to wake.
    fileprivate mutating func fanOut() -> [StreamReactor] {
        var woken: [StreamReactor] = []
        var left = WatchTicks.watchersPerTurn
        while left > 0, roster.watches.isFanningOut, ticks.woken < WatchTicks.wokenCalls {
            // Each of them may have a call that waits.
            let some = min(left, WatchTicks.wokenCalls - ticks.woken)
            woken += calls(of: roster.watches.fanOut(some))
            left -= some
        }
        return woken
    }

    /// The calls that wait for news of watches.
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
        /// Nothing was left to be told.
        case quiet
        case told
        /// Something is left.
        case more(isWaking: Bool)
    }

    /// Keeps the ticks until it is cancelled. Call it once.
    func keepTicks() async {
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

    /// Waits until each call that was woken has had its turn, or most have and it takes long.
    private func waitForTurns() async {
        let turns = state.withLock { $0.ticks.turns }
        while !Task.isCancelled, state.withLock({ $0.ticks.woken > 0 }) {
            await turns.wait(atMost: WatchTicks.longestWait)
            // Calls are woken for other reasons, too: those must not hold up the watchers of everybody.
            if state.withLock({ $0.ticks.woken < WatchTicks.wokenCalls / 2 }) { return }
        }
    }
}
