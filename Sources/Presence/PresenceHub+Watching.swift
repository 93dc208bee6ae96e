import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresenceHub {
    /// Opens a watch, which is to be closed with `closeWatch`.
    ///
    /// - Throws: `RPCError`.
    func openWatch(
        _ users: [UUIDv7], by caller: WatchCaller, from cursor: Cursor?
    ) throws -> WatchTable.ID {
        let isDraining = state.withLock { $0.isDraining }
        guard !isDraining else { throw RPCError.watchStopping }
        return try attempt { roster, _ throws(Roster.Refusal) in
            try roster.openWatch(users, by: caller, from: cursor)
        }
    }

    func closeWatch(_ watch: WatchTable.ID) {
        withRoster { roster, _ in roster.closeWatch(watch) }
    }

    /// Waits for something to tell the watch of.
    ///
    /// - Throws: `RPCError` when the service is about to stop, the caller's token or session has
    ///   ended, or nobody knows whether it has; `CancellationError`.
    func nextUpdate(of watch: WatchTable.ID) async throws -> (Roster.Update, Cursor) {
        while true {
            try Task.checkCancellation()
            if let update = try takeUpdate(of: watch) { return update }
            await waitForNews(of: watch)
        }
    }

    private func takeUpdate(of watch: WatchTable.ID) throws -> (Roster.Update, Cursor)? {
        let wall = now.wall
        return try state.withLock { state in
            if state.isDraining { throw RPCError.watchStopping }
            switch state.roster.watches.ending(of: watch) {
            case .session: throw RPCError.sessionEnded
            case .doubt: throw RPCError.sessionInDoubt
            case nil: break
            }
            if state.roster.watches.end(of: watch) <= wall { throw RPCError.tokenExpired }
            return state.roster.takeUpdate(of: watch)
        }
    }

    private func waitForNews(of watch: WatchTable.ID) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isReady = state.withLock { state in
                    // The handler below may have run before there was anybody to wake.
                    let watches = state.roster.watches
                    if Task.isCancelled || state.isDraining || watches.hasNews(watch)
                        || watches.ending(of: watch) != nil
                    {
                        return true
                    }
                    state.waiters[watch] = waiter
                    return false
                }
                if isReady { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: watch) }?.resume()
        }
    }
}
