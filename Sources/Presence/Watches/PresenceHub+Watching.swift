import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresenceHub {
    /// Opens a watch, which is to be closed with `closeWatch`.
    ///
    /// - Throws: `RPCError`.
    func openWatch(_ opening: WatchChange, by caller: WatchCaller) throws -> WatchTable.ID {
        if let spread = state.withLock({ $0.streamSpread }) { throw RPCError.watchStopping(spread) }
        return try attempt { roster, _ throws(Roster.Refusal) in
            try roster.openWatch(opening, by: caller)
        }
    }

    /// Adds users to a watch, and removes others. When that is refused, the watch is to be closed.
    ///
    /// - Throws: `RPCError`.
    func changeWatch(_ watch: WatchTable.ID, _ change: WatchChange) throws {
        try attempt { roster, _ throws(Roster.Refusal) in
            try roster.changeWatch(watch, change)
        }
    }

    func closeWatch(_ watch: WatchTable.ID) {
        withRoster { roster, _ in roster.closeWatch(watch) }
    }

    /// What a watch has yet to be told; nil when there is no news.
    ///
    /// - Throws: `RPCError` when the service is about to stop, the caller's token or session has
    ///   ended, or nobody knows whether it has.
    func takeUpdate(of watch: WatchTable.ID) throws -> WatchUpdate? {
        let wall = now.wall
        return try state.withLock { state in
            switch state.roster.watches.ending(of: watch) {
            case .session: throw RPCError.sessionEnded
            case .doubt: throw RPCError.sessionInDoubt
            case .drain: throw RPCError.watchStopping(state.streamSpread ?? 0)
            case nil:
                // The watch was opened when the others had ended already.
                if let spread = state.streamSpread { throw RPCError.watchStopping(spread) }
            }
            if state.roster.watches.end(of: watch) <= wall { throw RPCError.tokenExpired }
            return state.roster.takeUpdate(of: watch, &state.presenceCache)
        }
    }

    /// Waits until there may be something to tell the watch of, or its caller has sent something.
    ///
    /// - Throws: `CancellationError`.
    func waitForNews(of watch: WatchTable.ID) async throws {
        let hasWaited = await withTaskCancellationHandler {
            await withUnsafeContinuation { (waiter: Waiter) in
                let mustWait = state.withLock { $0.wait(waiter, for: watch) }
                if !mustWait { waiter.resume(returning: false) }
            }
        } onCancel: {
            wake { _ in [watch] }
        }
        if hasWaited { state.withLock { $0.ticks.woken -= 1 } }
        try Task.checkCancellation()
    }

    /// Has the handler of a watch look for what its caller has sent.
    func noteArrival(for watch: WatchTable.ID) {
        wake { state in
            state.roster.watches.noteArrival(for: watch)
            return [watch]
        }
    }

    /// Has watches look whether their caller's token has ended.
    func scanWatches() {
        let wall = now.wall
        wake { state in state.roster.watches.ended(at: wall) }
    }

    /// Ends all watches that are open.
    ///
    /// - Returns: how many there were.
    @discardableResult
    func endWatches(for ending: WatchTable.Ending) -> Int {
        var count = 0
        wake { state in
            let ended = state.roster.watches.endAll(for: ending)
            count = ended.count
            return ended
        }
        return count
    }

    /// Has the handlers of some watches look again.
    func wake(_ watches: (inout State) -> [WatchTable.ID]) {
        let woken = state.withLock { state in
            let watches = watches(&state)
            return state.handlers(of: watches)
        }
        for waiter in woken { waiter.resume(returning: true) }
    }
}

extension PresenceHub.State {
    /// - Returns: false when there may be something to do already.
    fileprivate mutating func wait(_ waiter: PresenceHub.Waiter, for watch: WatchTable.ID) -> Bool {
        // A handler that is cancelled may have been woken when it did not wait.
        guard !Task.isCancelled, !roster.watches.takeArrival(for: watch),
            !roster.watches.hasNews(watch), roster.watches.ending(of: watch) == nil
        else { return false }
        while waiters.count <= watch { waiters.append(nil) }
        waiters[Int(watch)] = waiter
        return true
    }
}
