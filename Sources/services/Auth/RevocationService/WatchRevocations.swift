import RollcallAPI
import RollcallRPC

extension RevocationHandler {
    package func watchRevocations(
        _ request: WatchRevocationsRequest, responses: ResponseWriter<WatchRevocationsResponse>,
        context: CallContext
    ) async throws {
        let start = try request.cursor.flatMap(cursors.position)
        if let start { try await beginEpoch(ifBehind: start, knownTo: context.caller) }
        let followers = store.feed.followers
        let place = try followers.enter(CallingService(context))
        defer { followers.leave(place) }
        try await authenticator.keepAwake(context, every: heartbeat, wake: place.wake) {
            try await follow(place, from: start, responses)
        }
    }

    /// Sends part after part. A slow reader gets fewer, larger parts.
    private func follow(
        _ place: FeedPlace, from start: RevocationPosition?,
        _ responses: ResponseWriter<WatchRevocationsResponse>
    ) async throws {
        var follower = RevocationFollower(from: start)
        while try await place.next() != .end {
            var isCurrent = false
            repeat {
                guard let part = try await nextPart(follower) else { continue }
                try await responses.send(message(part))
                follower.wasTold(part)
                isCurrent = part.isCurrent
            } while !isCurrent
        }
        throw RPCError.streamStopping
    }

    private func nextPart(_ follower: RevocationFollower) async throws -> RevocationFollower.Part? {
        switch try store.feed.next(follower) {
        case .tell(let part):
            return part
        case .read(let start, let end):
            let stored = try await store.revocations(
                after: start, upTo: end, limit: RevocationFollower.partLimit)
            return try store.feed.next(follower, stored)
        }
    }

    /// Somebody has been told what our database does not know of: it was set back.
    private func beginEpoch(
        ifBehind position: RevocationPosition, knownTo caller: Caller
    ) async throws {
        guard let own = store.feed.position, position.isAhead(of: own),
            let endedCount = try await store.beginEpoch(ifBehind: position, now: clock())
        else { return }
        logger.warning(
            "a new epoch has begun: a service knows revocations that the database does not",
            metadata: ["sessions.ended": "\(endedCount)", "rpc.caller": "\(caller)"])
    }

    private func message(_ part: RevocationFollower.Part) throws -> WatchRevocationsResponse {
        try WatchRevocationsResponse(
            cursor: cursors.cursor(at: part.position), replaces: part.replaces,
            sessionIDs: part.ids.map(\.bytes), isCurrent: part.isCurrent,
            hasNewKeys: part.hasNewKeys, sentAtMs: clock())
    }
}
