import RollcallCrypto

/// The names of users, a copy in memory of Profile's.
extension Roster {
    /// Applies the names in a message of Profile. Watches that may see a user are sent the user's
    /// new name or photo.
    mutating func applyNames(_ news: ProfileNews) {
        if news.replaces { names.beginCopy() }
        for change in news.cards { setCard(change.card, of: change.user) }
        guard news.isCurrent else { return }
        for user in names.endCopy() { setCard(NameTable.Card(), of: users.id(of: user)) }
    }

    private mutating func setCard(_ card: NameTable.Card, of id: UUIDv7) {
        guard !users.erased.contains(id), !card.isEmpty || users.index(of: id) != nil else {
            return
        }
        let user = users.enter(id)
        if names.set(card, of: user) { tellUnlessHidden(user) }
        leaveIfUnknown(user)
    }
}
