/// Applying changes of Profile.
extension PresenceHub {
    /// Applies changes. The lock is released after each block list, as a list may be long. Blocks
    /// are applied before names, which a block may hide.
    ///
    /// - Returns: the block lists to write. A copy that this message completes has no lists of
    ///   users who have blocked nobody; they are added.
    @discardableResult
    func apply(_ news: ProfileNews) -> [BlockList] {
        withRoster { roster, _ in roster.beginCopy(news) }
        for list in news.lists {
            withRoster { roster, _ in roster.setBlocked(list.blocked, by: list.user) }
        }
        return news.lists
            + withRoster { roster, _ in
                let left = roster.endCopy(news)
                roster.applyNames(news)
                return left
            }
    }

    /// Writes applied lists and their versions. Presence is shown once a copy is complete.
    ///
    /// - Parameter isCurrent: whether these are all that were not written.
    /// - Throws: `StorageError`; `CancellationError`.
    func keep(_ lists: [BlockList], isCurrent: Bool, in store: PresenceStore) async throws {
        let views = withRoster { roster, _ in
            roster.unwrittenViews(of: Set(lists.map(\.user)))
        }
        try await store.record(lists, isWhole: isCurrent, views)
        guard isCurrent else { return }
        withRoster { roster, _ in
            roster.journal.unwritten.noteBlocksWritten()
            roster.blocks.isKnown = true
        }
    }
}
