import RollcallCrypto

/// The names of users, a copy in memory of what Profile has.
extension Roster {
    /// Has a part of what Profile tells take effect. Those who watch a user, and may see the user, are told of
    /// another name or photo.
    mutating func apply(_ news: NameNews, from source: NameProgress.Source) {
        if source == .changes, news.replaces { names.progress.beginAnew(names.areThere) }
        for change in news.changes where names.progress.counts(change.user, from: source) {
            setCard(change.card, of: change.user)
        }
        guard news.isCurrent else { return }
        for user in names.progress.finish(source) {
            setCard(NameTable.Card(), of: users.id(of: user))
        }
    }

    private mutating func setCard(_ card: NameTable.Card, of id: UUIDv7) {
        guard !users.erased.contains(id), !card.isEmpty || users.index(of: id) != nil else { return }
        let user = users.enter(id)
        names.progress.noteTold(user)
        if names.set(card, of: user) { tellUnlessHidden(user) }
        leaveIfUnknown(user)
    }
}
