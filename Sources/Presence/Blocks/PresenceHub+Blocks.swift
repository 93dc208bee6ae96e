import RollcallCrypto

/// What is heard of who has blocked whom.
extension PresenceHub {
    /// Has it take effect. The lock is let go after each user, as a list may be long.
    func apply(_ news: BlockNews) {
        withRoster { roster, _ in roster.beginCopy(news) }
        for list in news.lists {
            withRoster { roster, _ in roster.setBlocked(list.blocked, by: list.user) }
        }
        withRoster { roster, _ in roster.endCopy(news) }
    }

    /// Writes what has taken effect, and the versions of it. With the last part of a whole copy, users who
    /// are not in it have blocked nobody, and presence is shown from then on.
    ///
    /// - Throws: `StorageError`; `CancellationError`.
    func keep(_ news: BlockNews, in store: PresenceStore) async throws {
        let left = try await store.usersLeft(by: news)
        for user in left {
            withRoster { roster, _ in roster.setBlocked([], by: user) }
        }
        let changed = Set(news.lists.map(\.user) + left)
        let views = withRoster { roster, _ in roster.unwrittenViews(of: changed) }
        try await store.record(news, views)
        withRoster { roster, _ in
            guard news.isCurrent else { return }
            // What a part that could not be written has said is told again up to here.
            roster.unwrittenBlocks = nil
            roster.knowsBlocks = true
        }
    }
}
