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
        let users = try WatchedUsers(request)
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
                try await tell(watch, users.fields, to: viewer, cursors, responses, context)
            }
        }
    }

    private func tell(
        _ watch: ProfileWatchHub.Watch, _ fields: ProfileFields, to viewer: UUIDv7,
        _ cursors: WatchCursors, _ responses: ResponseWriter<WatchProfilesResponse>,
        _ context: CallContext
    ) async throws {
        while try await watch.place.next() != .end {
            guard let update = watches.take(watch) else { continue }
            // All that there is to tell comes in several messages.
            var start = 0
            repeat {
                if start > 0 { try await ProfileBatch.letOthersRun() }
                let part = update.profiles[start...].prefix(ProfileBatch.turn)
                var message = WatchProfilesResponse(
                    profiles: try await profiles(part, fields, for: viewer).map {
                        $0.message(for: .user(viewer), links: links).reduced(to: fields)
                    })
                if start == 0 {
                    (message.hiddenUserIDs, message.replaces) = (update.hidden, update.replaces)
                }
                message.isCurrent = part.endIndex == update.profiles.count
                if message.isCurrent { message.cursor = try update.position.map(cursors.cursor) }
                try await responses.send(message)
                start = part.endIndex
            } while start < update.profiles.count
        }
        try await authenticator.checkStillKnown(context)
        throw RPCError.streamStopping
    }

    /// The profiles of a part. Texts are read only now, so that a watch whose caller reads slowly
    /// keeps none.
    ///
    /// - Throws: `RPCError.updateOvertaken` if the viewer does not see one of them any more. The
    ///   caller's next watch begins with what the viewer sees then.
    private func profiles(
        _ part: ArraySlice<SeenProfile>, _ fields: ProfileFields, for viewer: UUIDv7
    ) async throws -> [StoredProfile] {
        let profiles = part.compactMap(\.profile)
        guard fields.haveTexts, !profiles.isEmpty else { return profiles }
        let whole = try await store.profiles(
            of: profiles.map(\.user), named: [], withTexts: true, for: .user(viewer))
        guard whole.count == profiles.count else { throw RPCError.updateOvertaken }
        return whole
    }
}

extension RPCError {
    fileprivate static let updateOvertaken = RPCError(
        .unavailable, "a user was hidden while an update was sent; watch again with the last cursor"
    )
}
