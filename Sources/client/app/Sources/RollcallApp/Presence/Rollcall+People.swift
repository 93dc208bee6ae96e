extension Rollcall {
    public func people(_ ids: [String]) -> People {
        People(ids) { [self] ids, list in
            let ids = ids.map { $0.lowercased() }
            guard let viewer = await states.first(where: { $0 != .restoring })?.user else { return }
            var known = await cache.users(ids)
            // The list before, of other users, knows better who is here.
            for user in list.content.value?.users ?? [] where known[user.id] != nil {
                known[user.id] = user
            }
            let view = PeopleView(ids, known)
            if !view.users.isEmpty { list.show(view.users, isStale: true) }
            let watch = PeopleWatch(
                rollcall: self, list: list, viewer: viewer.id, ids: ids, view: Locked(view))
            try? await whileHere(viewer.id) { await watch.run() }
        }
    }
}

/// Follows users by two streams.
private struct PeopleWatch: Sendable {
    let rollcall: Rollcall
    let list: People.List
    let viewer: String
    let ids: [String]
    let view: Locked<PeopleView>

    /// Returns when the task is cancelled.
    func run() async {
        guard !ids.isEmpty else {
            list.show([], isStale: false)
            return await untilCancelled()
        }
        async let presence: Void = keepOpen(\.isPresenceCurrent, { $0.note($1) }) { view in
            rollcall.presence.watchPresence(
                WatchPresenceRequest(userIDs: ids, cursor: view.presenceCursor))
        }
        async let profiles: Void = keepOpen(\.isProfileCurrent, { $0.note($1) }) { view in
            rollcall.profile.watchProfiles(
                WatchProfilesRequest(
                    userIDs: ids, cursor: view.profileCursor, fields: ProfileField.all))
        }
        _ = await (presence, profiles)
    }

    /// Opens a stream again and again, from where the one before has stopped.
    private func keepOpen<Response>(
        _ isCurrent: any WritableKeyPath<PeopleView, Bool> & Sendable,
        _ note: @Sendable (inout PeopleView, Response) -> Void,
        _ open: @Sendable (PeopleView) -> AsyncThrowingStream<Response, any Error>
    ) async {
        var pauses = Pauses(longest: .seconds(16))
        while !Task.isCancelled {
            var (failure, isUnderWay) = (nil as RollcallError?, false)
            do {
                for try await response in open(view.withLock { $0 }) {
                    pauses.end()
                    isUnderWay = true
                    await change { note(&$0, response) }
                }
            } catch {
                failure = RollcallError(error)
            }
            if Task.isCancelled { failure = nil }
            // A stream ends with its token: another one goes on from there at once.
            if !isUnderWay || failure?.code != .unauthenticated {
                await change { $0.lose(failure, isCurrent) }
            }
            // Other users, or another launch of the app, may be accepted.
            if failure?.origin == .service, failure?.code == .invalidArgument {
                return await untilCancelled()
            }
            await pauses.wait(until: failure?.retryAt)
        }
    }

    private func change(_ body: (inout PeopleView) -> Void) async {
        let (old, new) = view.withLock { view in
            let before = view
            body(&view)
            // Under the lock, so that no older list is shown after a newer one. The same one again
            // is no news.
            if view.isProfileCurrent || view.error != nil || !view.users.isEmpty {
                list.show(view.users, isStale: view.isStale, error: view.error)
            }
            return (before.users.byID, view.users.byID)
        }
        let news = new.values.filter { old[$0.id] != $0 }
        let gone = old.keys.filter { new[$0] == nil }
        guard !news.isEmpty || !gone.isEmpty else { return }
        await rollcall.cache.keep(news, without: gone, for: viewer)
    }

    private func untilCancelled() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
    }
}
