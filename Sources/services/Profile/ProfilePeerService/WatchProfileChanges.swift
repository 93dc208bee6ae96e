import RollcallAPI
import RollcallRPC

extension ProfilePeerHandler {
    package func watchProfileChanges(
        _ request: WatchProfileChangesRequest,
        responses: ResponseWriter<WatchProfileChangesResponse>, context: CallContext
    ) async throws {
        let place = try store.followers.enter(CallingService(context))
        defer { store.followers.leave(place) }
        let start = request.cursor.map(ChangePosition.init)
        try await authenticator.keepAwake(context, every: heartbeat, wake: place.wake) {
            try await follow(place, from: start, responses)
        }
    }

    /// Sends page after page. A slow reader gets the last of several changes of a user.
    private func follow(
        _ place: FeedPlace, from start: ChangePosition?,
        _ responses: ResponseWriter<WatchProfileChangesResponse>
    ) async throws {
        var position = start == nil ? try await sendBlocks(responses) : start
        var last: (time: ContinuousClock.Instant, isCurrent: Bool)?
        while try await place.next() != .end {
            var page: ChangePage
            repeat {
                page = try await store.changes(after: position, links: links)
                position = page.end
                let isDue = last.map {
                    ContinuousClock.now - $0.time >= heartbeat / 2
                        || $0.isCurrent != page.isUpToDate
                }
                guard !page.changes.isEmpty || isDue ?? true else { break }
                try await responses.send(page.message)
                last = (.now, page.isUpToDate)
            } while !page.isLast
        }
        throw RPCError.streamStopping
    }

    /// Sends the blocks to a follower that begins, as the newest ones come last in the changes.
    /// The changes have them again, so a cursor of these messages misses nothing.
    ///
    /// - Returns: where the changes go on; nil if there are no blocks.
    private func sendBlocks(
        _ responses: ResponseWriter<WatchProfileChangesResponse>
    ) async throws -> ChangePosition? {
        var end: ChangePosition?
        while true {
            let page = try await store.changes(after: end, isAboutBlocks: true)
            guard !page.changes.isEmpty else { return end.map { _ in .start } }
            end = page.end
            try await responses.send(
                WatchProfileChangesResponse(
                    changes: page.changes, cursor: ChangePosition.start.cursor,
                    replaces: page.replaces))
        }
    }
}

extension ChangePage {
    fileprivate var isUpToDate: Bool { isLast && isCurrent }

    fileprivate var message: WatchProfileChangesResponse {
        WatchProfileChangesResponse(
            changes: changes, cursor: end.cursor, replaces: replaces, isCurrent: isUpToDate)
    }
}
