import RollcallCrypto

/// Applying changes of blocks.
extension PresenceHub {
    /// Applies changes. The lock is released after each user, as a list may be long.
    func apply(_ news: BlockNews) {
        withRoster { roster, _ in roster.beginCopy(news) }
        for list in news.lists {
            withRoster { roster, _ in roster.setBlocked(list.blocked, by: list.user) }
        }
        withRoster { roster, _ in roster.endCopy(news) }
    }

    /// Writes applied changes and their versions. With the last message of a complete copy, users who are
    /// not in it have no blocks, and presence is shown from now on.
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
            // Changes that could not be written were sent again by now.
            roster.journal.unwritten.noteBlocksWritten()
            roster.blocks.isKnown = true
        }
    }
}
