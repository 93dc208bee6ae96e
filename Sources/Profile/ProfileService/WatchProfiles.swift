import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func watchProfiles(
        _ request: WatchProfilesRequest, responses: ResponseWriter<WatchProfilesResponse>,
        context: CallContext
    ) async throws {
        let viewer = try context.userID
        let users = try WatchedUsers(request: request.userIDs)
        try await watchSlots.withSlot(for: viewer) {
            let watch = try await watches.open(
                users, by: viewer, in: context.user.sessionID, from: request.cursor)
            defer { watches.close(watch) }
            // The session may have ended since the token was checked, when nobody knew of this watch.
            try await authenticator.checkStillKnown(context)
            try await authenticator.keepAwake(
                context, every: heartbeat, wake: { watches.wake(watch) }
            ) {
                try await tell(watch, to: viewer, responses, context)
            }
        }
    }

    private func tell(
        _ watch: ProfileWatchHub.Watch, to viewer: UUIDv7,
        _ responses: ResponseWriter<WatchProfilesResponse>, _ context: CallContext
    ) async throws {
        for await _ in watch.wakes {
            guard let update = watches.take(watch) else { continue }
            var count = 0
            while let message = update.message(count, for: viewer, links: links) {
                if count > 0 { try await ProfileBatch.letOthersRun() }
                try await responses.send(message)
                count += 1
            }
        }
        try Task.checkCancellation()
        try await authenticator.checkStillKnown(context)
        throw RPCError.streamStopping
    }
}

extension ProfileWatch.Update {
    /// All that there is to tell comes in several messages, of which the last one says so.
    ///
    /// - Returns: nil behind the last one.
    fileprivate func message(
        _ index: Int, for viewer: UUIDv7, links: PhotoLinks?
    ) -> WatchProfilesResponse? {
        let start = index * ProfileBatch.turn
        guard index == 0 || start < profiles.count else { return nil }
        let end = min(start + ProfileBatch.turn, profiles.count)
        var message = WatchProfilesResponse(
            profiles: profiles[start..<end].compactMap { $0.message(for: viewer, links: links) })
        if index == 0 { (message.hiddenUserIDs, message.replaces) = (hidden, replaces) }
        if end == profiles.count { (message.cursor, message.isCurrent) = (cursor, true) }
        return message
    }
}
