import RollcallAPI
import RollcallRPC

extension RevocationHandler {
    package func watchRevocations(
        _ request: WatchRevocationsRequest, responses: ResponseWriter<WatchRevocationsResponse>,
        context: CallContext
    ) async throws {
        let start = try request.cursor.flatMap(cursors.position)
        let followers = store.feed.followers
        let place = try followers.enter(CallingService(context))
        defer { followers.leave(place) }
        try await authenticator.keepAwake(context, every: heartbeat, wake: place.wake) {
            try await follow(place, from: start, responses, context.caller)
        }
    }

    /// Sends page after page; an empty one when nothing has happened for the time of a heartbeat. A
    /// slow reader gets fewer, larger pages.
    private func follow(
        _ place: FeedPlace, from start: RevocationPosition?,
        _ responses: ResponseWriter<WatchRevocationsResponse>, _ caller: Caller
    ) async throws {
        var (position, knownKeys): (RevocationPosition?, UInt64?) = (start, nil)
        while try await place.next() != .end {
            var isCurrent = false
            while !isCurrent {
                let keys = store.feed.keyChanges
                let page = try await store.revocations(after: position)
                if let position, position.isAhead(of: page.end) {
                    try await beginEpoch(ifBehind: position, knownTo: caller)
                    continue
                }
                try await responses.send(
                    WatchRevocationsResponse(
                        cursor: cursors.cursor(at: page.end),
                        replaces: position?.epoch != page.end.epoch,
                        sessionIDs: page.ids.map(\.bytes), isCurrent: page.isCurrent,
                        hasNewKeys: keys != knownKeys, sentAtMs: clock()))
                (position, knownKeys, isCurrent) = (page.end, keys, page.isCurrent)
            }
        }
        throw RPCError.streamStopping
    }

    /// Somebody has been told what our database does not know of: it was set back.
    private func beginEpoch(
        ifBehind position: RevocationPosition, knownTo caller: Caller
    ) async throws {
        guard let endedCount = try await store.beginEpoch(ifBehind: position, now: clock())
        else { return }
        logger.warning(
            "a new epoch has begun: a service knows revocations that the database does not",
            metadata: ["sessions.ended": "\(endedCount)", "rpc.caller": "\(caller)"])
    }
}
