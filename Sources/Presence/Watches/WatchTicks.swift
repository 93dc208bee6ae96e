/// When watches hear of changes. The first change after a quiet time is told at once; what comes in the
/// tick after it is gathered, and told at its end. One task keeps the ticks of all watches
/// (`PresenceHub.tick`).
struct WatchTicks {
    /// About how many watchers are looked at under the lock.
    static let watchersPerTurn = 10_000
    /// The same for a change that is told at once, by the call that has made it.
    static let watchersAtOnce = 1_000
    /// Handlers that were woken and have not had their turn so far. While there are more, no others are: what
    /// the watchers of one user are told would otherwise stand before everything else that the process does.
    static let wokenHandlers = 500

    /// Whether changes are gathered at the moment.
    var isUnderWay = false
    /// The task that keeps the ticks, while it waits for a change.
    var keeper: PresenceHub.Waiter?
    /// The watches whose handlers were woken and have not had their turn so far.
    var woken = 0

    var isCrowded: Bool { woken >= Self.wokenHandlers }
}

extension PresenceHub.State {
    /// Has watches hear of what has just changed, if this is not to wait for the end of a tick.
    ///
    /// - Returns: whom to resume.
    mutating func wakeAfterChange() -> [PresenceHub.Waiter] {
        var woken = handlers(of: roster.takeWoken())
        guard roster.watches.isFanningOut, !ticks.isUnderWay else { return woken }
        ticks.isUnderWay = true
        woken += handlers(of: roster.watches.fanOut(WatchTicks.watchersAtOnce))
        if let keeper = ticks.keeper.take() { woken.append(keeper) }
        return woken
    }

    /// Has watches hear of changes, until enough handlers are woken.
    ///
    /// - Returns: whom to resume.
    fileprivate mutating func fanOut() -> [PresenceHub.Waiter] {
        var woken: [PresenceHub.Waiter] = []
        var left = WatchTicks.watchersPerTurn
        while left > 0, roster.watches.isFanningOut, !ticks.isCrowded {
            // Each of them may have a handler that waits.
            let some = min(left, WatchTicks.wokenHandlers - ticks.woken)
            woken += handlers(of: roster.watches.fanOut(some))
            left -= some
        }
        return woken
    }

    /// The handlers that wait for news of watches.
    mutating func handlers(of watches: some Sequence<WatchTable.ID>) -> [PresenceHub.Waiter] {
        let handlers = watches.compactMap { watch in
            watch < waiters.count ? waiters[Int(watch)].take() : nil
        }
        ticks.woken += handlers.count
        return handlers
    }
}

extension PresenceHub {
    private enum Step {
        /// Nothing was left to be told.
        case quiet
        case told
        /// Something is left.
        case more
        /// Something is left, and many handlers were woken already.
        case crowded
    }

    /// Keeps the ticks until it is cancelled. Call it once.
    func keepTicks() async {
        while await waitForChange() {
            var step = Step.told
            while step != .quiet, !Task.isCancelled {
                switch step {
                case .quiet: break
                case .told: try? await Task.sleep(for: configuration.watchTick)
                case .more: await Task.yield()
                case .crowded: try? await Task.sleep(for: .milliseconds(1))
                }
                step = tell()
            }
        }
    }

    private func tell() -> Step {
        let now = now.monotonic
        let (step, woken) = state.withLock { state -> (Step, [Waiter]) in
            guard state.roster.watches.isFanningOut else {
                state.ticks.isUnderWay = false
                return (.quiet, [])
            }
            guard !state.ticks.isCrowded else { return (.crowded, []) }
            state.roster.watches.now = now
            let woken = state.fanOut()
            return (state.roster.watches.isFanningOut ? .more : .told, woken)
        }
        for handler in woken { handler.resume(returning: true) }
        return step
    }

    /// - Returns: false when the task was cancelled.
    private func waitForChange() async -> Bool {
        _ = await withTaskCancellationHandler {
            await withUnsafeContinuation { (keeper: Waiter) in
                let mustWait = state.withLock { state in
                    guard !Task.isCancelled, !state.ticks.isUnderWay else { return false }
                    state.ticks.keeper = keeper
                    return true
                }
                if !mustWait { keeper.resume(returning: false) }
            }
        } onCancel: {
            state.withLock { $0.ticks.keeper.take() }?.resume(returning: true)
        }
        return !Task.isCancelled
    }
}
