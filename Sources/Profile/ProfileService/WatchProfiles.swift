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
            for message in update.messages(for: viewer, links: links) {
                try await responses.send(message)
            }
        }
        try Task.checkCancellation()
        try await authenticator.checkStillKnown(context)
        throw RPCError.streamStopping
    }
}

extension ProfileWatch.Update {
    /// Profiles of one message: 250 have some hundred kilobytes.
    private static let messageLimit = 250

    /// All that there is to tell: the last one says so.
    fileprivate func messages(for viewer: UUIDv7, links: PhotoLinks?) -> [WatchProfilesResponse] {
        var messages = [WatchProfilesResponse(hiddenUserIDs: hidden)]
        for start in stride(from: 0, to: profiles.count, by: Self.messageLimit) {
            if start > 0 { messages.append(WatchProfilesResponse()) }
            let end = min(start + Self.messageLimit, profiles.count)
            messages[messages.count - 1].profiles = profiles[start..<end].compactMap {
                $0.message(for: viewer, links: links)
            }
        }
        messages[0].replaces = replaces
        messages[messages.count - 1].cursor = cursor
        messages[messages.count - 1].isCurrent = true
        return messages
    }
}
