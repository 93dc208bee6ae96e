import RollcallRPC

extension PresenceHub {
    /// Opens a watch, which is to be closed with `closeWatch`.
    ///
    /// - Throws: `RPCError`.
    package func openWatch(_ opening: WatchChange, by caller: WatchCaller) throws -> WatchTable.ID {
        if let spread = state.withLock({ $0.streamSpread }) { throw RPCError.watchStopping(spread) }
        return try withRoster { roster, _ in try roster.openWatch(opening, by: caller) }
    }

    /// Adds users to a watch, and removes others. When that is refused, the watch is to be closed.
    ///
    /// - Throws: `RPCError`.
    func changeWatch(_ watch: WatchTable.ID, _ change: WatchChange) throws {
        try withRoster { roster, _ in try roster.changeWatch(watch, change) }
    }

    func closeWatch(_ watch: WatchTable.ID) {
        withRoster { roster, _ in roster.closeWatch(watch) }
    }

    /// The next update of a watch; nil when there is nothing to send.
    ///
    /// - Throws: `RPCError` when the service is about to stop, the caller's token or session has
    ///   ended, or nobody knows whether it has.
    package func takeUpdate(of watch: WatchTable.ID) throws -> WatchUpdate? {
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
            return state.roster.takeUpdate(of: watch)
        }
    }

    /// Wakes a watch's call once, when there may be something to send. `endWait` is to be called
    /// when it takes its next turn, for whatever reason.
    ///
    /// - Returns: false when there may be something already; the call is not kept then.
    package func wait(_ call: StreamReactor, for watch: WatchTable.ID) -> Bool {
        state.withLock { $0.wait(call, for: watch) }
    }

    /// Records that the call of a waiting watch takes its turn.
    package func endWait(for watch: WatchTable.ID) {
        let turns = state.withLock { state in
            // If it is still kept, something else has woken it.
            state.waiters[Int(watch)].take() == nil ? state.ticks.turnBegins() : nil
        }
        turns?.signal()
    }

    /// Wakes the watches whose callers' tokens have expired, and those that were sent nothing for
    /// long.
    func scanWatches() {
        let (now, quiet) = (now, configuration.longestQuiet.wholeMilliseconds)
        state.withLock { $0.scanWatches(at: now, longestQuiet: quiet) }.wake()
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

    /// Wakes the calls of some watches.
    func wake(_ watches: (inout State) -> [WatchTable.ID]) {
        let woken = state.withLock { state in
            let watches = watches(&state)
            return state.calls(of: watches)
        }
        for call in woken { call.wake() }
    }
}

extension PresenceHub.State {
    /// - Returns: false when there may be something to do already.
    fileprivate mutating func wait(_ call: StreamReactor, for watch: WatchTable.ID) -> Bool {
        guard !roster.watches.hasNews(watch), roster.watches.ending(of: watch) == nil
        else { return false }
        while waiters.count <= watch { waiters.append(nil) }
        waiters[Int(watch)] = call
        return true
    }
}
