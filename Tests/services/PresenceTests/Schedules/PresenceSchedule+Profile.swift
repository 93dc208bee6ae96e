import RollcallAPI
import RollcallCrypto

@testable import Presence

/// What Profile tells, as `BlockFollower` and `NameReader` have it take effect.
extension PresenceSchedule {
    mutating func block() {
        let (user, other) = (number(Self.userCount), number(Self.userCount))
        guard user != other, !profile.isGone(user), !profile.isGone(other) else { return }
        note("user \(user) blocks user \(other), or does so no longer")
        profile.setBlocked(profile.blocked[user] ^ 1 << other, by: user)
    }

    /// Profile tells of lists that have changed since the cursor, in any order, and perhaps of others once
    /// more. It is written, or not, so that it is told again.
    mutating func tellBlocks(isFirst: Bool = false) throws {
        if !isFirst, !model.knowsBlocks || chance(1, of: 12) { return try beginBlocksAnew() }
        var users = ids.indices.filter {
            profile.changes[$0] > profile.told || number(6) == 0
        }
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
        var news = BlockNews(replaces: replaces, isCurrent: true)
        for user in users {
            let list = BlockList(user: ids[user], blocked: ids(profile.blocked[user]))
            news.lists.append(list)
            setBlocked(profile.blocked[user], by: user)
        }
        profile.told = profile.number
        guard !chance(1, of: 6) else {
            note("  not written")
            profile.told = profile.written
            return
        }
        let left = file.usersLeft(by: news)
        for user in ids.indices where left.contains(ids[user]) { setBlocked(0, by: user) }
        file.record(news, roster.unwrittenViews(of: Set(news.lists.map(\.user) + left)))
        profile.written = profile.number
        roster.journal.unwritten.noteBlocksWritten()
        unwrittenBlocks = nil
        roster.blocks.isKnown = true
        model.knowsBlocks = true
    }

    private mutating func setBlocked(_ blocked: Int, by user: Int) {
        let (before, version) = (apartness, roster.watches.version)
        roster.setBlocked(ids(blocked), by: ids[user])
        let old = model.users[user].blocked
        model.setBlocked(blocked, by: user)
        if model.knowsBlocks, model.users[user].blocked != old {
            unwrittenBlocks = unwrittenBlocks ?? version + 1
        }
        // Those who see each other as before, yet for another reason, are told, too.
        noteApart(since: before)
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

    /// Somebody has another name or photo, of which Profile tells at once; or it tells of all users, who
    /// are read once after a restart.
    mutating func name() throws {
        if !model.knowsNames, chance(2, of: 3) { return readNames() }
        let user = number(Self.userCount)
        guard !profile.isGone(user) else { return }
        let card = NameTable.Card(
            name: one(of: ["anna", "Ánna Bélla Čáslavská", "b"]), photo: one(of: [0, 0, 7, .max]))
        note("name: user \(user) \(card)")
        profile.cards[user] = card
        if chance(1, of: 8) { return tellAllNames() }
        tell(NameNews(changes: [change(of: user, card)], isCurrent: true), .changes)
    }

    /// The stream of changes begins anew, and tells all.
    private mutating func tellAllNames() {
        note("  all names are told anew")
        let changes = ids.indices.filter { !profile.cards[$0].isEmpty }.map {
            change(of: $0, profile.cards[$0])
        }
        tell(NameNews(changes: changes, replaces: true, isCurrent: true), .changes)
        (model.knowsNames, model.namesChanged, profile.reading) = (true, 0, nil)
    }

    private mutating func readNames() {
        guard let reading = profile.reading else {
            note("names of all users are read")
            profile.reading = ids.indices.filter { !profile.cards[$0].isEmpty }.map {
                ($0, profile.cards[$0])
            }
            return
        }
        let part = reading.prefix(2)
        profile.reading = Array(reading.dropFirst(2))
        let isCurrent = reading.count <= 2
        note("names of users \(part.map(\.user)) are told\(isCurrent ? ", and these are all" : "")")
        let changes = part.map { change(of: $0.user, $0.card) }
        tell(NameNews(changes: changes, isCurrent: isCurrent), .everybody)
        if isCurrent { (model.knowsNames, model.namesChanged, profile.reading) = (true, 0, nil) }
    }

    private func change(of user: Int, _ card: NameTable.Card) -> NameNews.Change {
        NameNews.Change(user: ids[user], card: card)
    }

    private mutating func tell(_ news: NameNews, _ source: NameProgress.Source) {
        roster.apply(news, from: source)
        for change in news.changes {
            guard let user = ids.firstIndex(of: change.user) else { continue }
            let isNewer = model.namesChanged >> user & 1 == 1
            if source == .changes || !model.knowsNames && !isNewer {
                model.setCard(change.card, of: user)
            }
            if source == .changes, !model.knowsNames { model.namesChanged |= 1 << user }
        }
    }
}
