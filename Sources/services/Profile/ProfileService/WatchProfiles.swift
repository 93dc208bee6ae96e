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
        let cursors = try WatchCursors(masterKey: watches.masterKey, of: users, by: viewer)
        let position = try request.cursor.flatMap(cursors.position)
        try await watches.slots.withSlot(for: viewer, at: context.peer) {
            // The caller may leave during the padding, when the watch is open.
            var opened: ProfileWatchHub.Watch?
            defer { if let opened { watches.close(opened) } }
            let watch = try await padding.padding { isTelling in
                isTelling = true
                let watch = try await watches.open(users, by: viewer, context, from: position)
                opened = watch
                return watch
            }
            // The session may have ended since the token was checked, when nobody knew of this
            // watch.
            try await authenticator.checkStillKnown(context)
            try await authenticator.keepAwake(
                context, every: watches.heartbeat, wake: { watches.wake(watch) }
            ) {
                try await tell(watch, to: viewer, cursors, responses, context)
            }
        }
    }

    private func tell(
        _ watch: ProfileWatchHub.Watch, to viewer: UUIDv7, _ cursors: WatchCursors,
        _ responses: ResponseWriter<WatchProfilesResponse>, _ context: CallContext
    ) async throws {
        for await _ in watch.wakes {
            guard let update = watches.take(watch) else { continue }
            var count = 0
            while var message = update.message(count, for: viewer, links: links) {
                if count > 0 { try await ProfileBatch.letOthersRun() }
                if message.isCurrent { message.cursor = try update.position.map(cursors.cursor) }
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
        message.isCurrent = end == profiles.count
        return message
    }
}
