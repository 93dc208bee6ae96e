import RollcallAPI
import RollcallRPC

extension AccountChangeHandler {
    package func watchAccountChanges(
        _ request: WatchAccountChangesRequest,
        responses: ResponseWriter<WatchAccountChangesResponse>, context: CallContext
    ) async throws {
        let place = try store.accountFollowers.enter(CallingService(context))
        defer { store.accountFollowers.leave(place) }
        try await authenticator.keepAwake(context, every: heartbeat, wake: place.wake) {
            try await follow(place, from: request.cursor, responses)
        }
    }

    /// Sends page after page. A slow reader holds up only its own stream.
    private func follow(
        _ place: FeedPlace, from start: AccountChangeCursor?,
        _ responses: ResponseWriter<WatchAccountChangesResponse>
    ) async throws {
        var position = start
        var last: (time: ContinuousClock.Instant, isCurrent: Bool)?
        while try await place.next() != .end {
            var page: AccountChangePage
            repeat {
                page = try await store.accountChanges(after: position, now: clock())
                position = page.end
                let isDue = last.map {
                    ContinuousClock.now - $0.time >= heartbeat / 2 || $0.isCurrent != page.isCurrent
                }
                guard !page.changes.isEmpty || isDue ?? true else { continue }
                try await responses.send(
                    WatchAccountChangesResponse(
                        changes: page.changes, cursor: page.end, replaces: page.replaces,
                        isCurrent: page.isCurrent, sentAtMs: clock()))
                last = (.now, page.isCurrent)
            } while !page.isCurrent
        }
        throw RPCError.streamStopping
    }
}
