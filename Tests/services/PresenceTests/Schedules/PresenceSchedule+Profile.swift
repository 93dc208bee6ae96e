import RollcallAPI
import RollcallCrypto

@testable import Presence

/// What Profile sends, as `BlockFollower` applies it.
extension PresenceSchedule {
    mutating func block() {
        let (user, other) = (number(Self.userCount), number(Self.userCount))
        guard user != other, !profile.isGone(user), !profile.isGone(other) else { return }
        note("user \(user) blocks user \(other), or does so no longer")
        profile.setBlocked(profile.blocked[user] ^ 1 << other, by: user)
    }

    /// Profile sends the lists that have changed since the last time, in any order, and perhaps
    /// others once more; after a restart all of them. They are written, or only with the next ones.
    mutating func tellBlocks() throws {
        guard let told = profile.told, model.knowsBlocks, !chance(1, of: 12) else {
            return try beginBlocksAnew()
        }
        var users = ids.indices.filter { profile.changes[$0] > told || number(6) == 0 }
        users.shuffle(using: &numbers)
        note("blocks are told of users \(users)")
        try tell(blocksOf: users, replaces: false)
    }

    /// All of them, in place of what was told before.
    mutating func beginBlocksAnew() throws {
        note("all blocks are told anew")
        try tell(blocksOf: ids.indices.filter { profile.blocked[$0] != 0 }, replaces: true)
    }

    /// As `PresenceHub.apply` and `keep`.
    private mutating func tell(blocksOf users: [Int], replaces: Bool) throws {
        var news = ProfileNews(replaces: replaces, isCurrent: true)
        news.lists = users.map { BlockList(user: ids[$0], blocked: ids(profile.blocked[$0])) }
        roster.beginCopy(news)
        for user in users { setBlocked(profile.blocked[user], by: user) }
        unwrittenLists += news.lists + endCopy(news)
        profile.told = profile.number
        guard !chance(1, of: 6) else { return note("  not written") }
        file.record(
            unwrittenLists, roster.unwrittenViews(of: Set(unwrittenLists.map(\.user))))
        unwrittenLists = []
        roster.journal.unwritten.noteBlocksWritten()
        unwrittenBlocks = nil
        roster.blocks.isKnown = true
        model.knowsBlocks = true
    }

    /// Users who are not in a copy have no blocks.
    private mutating func endCopy(_ news: ProfileNews) -> [BlockList] {
        let (before, version) = (apartness, roster.watches.version)
        let left = roster.endCopy(news)
        for user in ids.indices where left.contains(where: { $0.user == ids[user] }) {
            noteBlocked(0, by: user, since: version)
        }
        noteApart(since: before)
        return left
    }

    private mutating func setBlocked(_ blocked: Int, by user: Int) {
        let (before, version) = (apartness, roster.watches.version)
        roster.setBlocked(ids(blocked), by: ids[user])
        noteBlocked(blocked, by: user, since: version)
        // Those who see each other as before, yet for another reason, are told, too.
        noteApart(since: before)
    }

    private mutating func noteBlocked(_ blocked: Int, by user: Int, since version: UInt64) {
        let old = model.users[user].blocked
        model.setBlocked(blocked, by: user)
        if model.knowsBlocks, model.users[user].blocked != old {
            unwrittenBlocks = unwrittenBlocks ?? version + 1
        }
    }

    /// By user: a bit for each who does not see the user.
    var apartness: [Int] {
        model.users.indices.map { one in
            model.users.indices.reduce(0) { $0 | (model.areApart(one, $1) ? 1 << $1 : 0) }
        }
    }

    private mutating func noteApart(since before: [Int]) {
        let after = apartness
        for index in watchers.indices {
            let viewer = watchers[index].viewer
            watchers[index].note(before[viewer] ^ after[viewer])
        }
    }

    /// Somebody has another name or photo, which Profile sends at once. After a restart it sends
    /// all first.
    mutating func name() throws {
        guard model.knowsNames else { return tellAllNames() }
        let user = number(Self.userCount)
        guard !profile.isGone(user) else { return }
        let card = NameTable.Card(
            name: one(of: ["anna", "Ánna Bélla Čáslavská", "b"]), photo: one(of: [0, 0, 7, .max]))
        note("name: user \(user) \(card)")
        profile.cards[user] = card
        if chance(1, of: 8) { return tellAllNames() }
        tell(ProfileNews(cards: [NamedUser(user: ids[user], card: card)], isCurrent: true))
    }

    private mutating func tellAllNames() {
        note("  all names are told")
        let cards = ids.indices.filter { !profile.cards[$0].isEmpty }.map {
            NamedUser(user: ids[$0], card: profile.cards[$0])
        }
        tell(ProfileNews(cards: cards, replaces: true, isCurrent: true))
        model.knowsNames = true
    }

    private mutating func tell(_ news: ProfileNews) {
        roster.applyNames(news)
        for change in news.cards {
            guard let user = ids.firstIndex(of: change.user) else { continue }
            model.setCard(change.card, of: user)
        }
    }
}
