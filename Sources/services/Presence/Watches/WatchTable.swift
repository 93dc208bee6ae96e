import RollcallCrypto

/// All watches, and what must still be sent to each.
///
/// Each change has a version. The table keeps each user's last version. A watch must still be sent
/// those of its users whose version is above its own. So unsent changes need no memory, readers may
/// be slow, and a watch can continue from any version whose later changes are known.
package struct WatchTable: Sendable {
    /// Identifies a watch until it is closed.
    package typealias ID = UInt32

    /// Why a watch ends before its caller's token.
    enum Ending: Sendable {
        /// The caller's session has ended.
        case session
        /// It is unknown whether the session goes on.
        case doubt
        /// The service accepts no more watches.
        case drain
    }

    /// What must be sent to a watch.
    private struct News: OptionSet {
        let rawValue: UInt8

        /// Some of the users may have changed.
        static let changes = News(rawValue: 1)
        /// All users.
        static let everything = News(rawValue: 2)
        /// An update is sent even if no user has changed.
        static let answer = News(rawValue: 4)
        /// The remaining users, after a first part.
        static let rest = News(rawValue: 8)
        /// A message without an update, as none was sent for long.
        static let beat = News(rawValue: 32)
        /// A flag that alone sends nothing: all users are sent because it is unknown which have
        /// changed.
        static let reset = News(rawValue: 16)
        /// A flag that alone sends nothing: the caller's own entry has changed, which only the
        /// caller may see.
        static let own = News(rawValue: 64)

        /// What an update is due for.
        static let update: News = [.changes, .everything, .answer, .rest]
        static let any: News = [.changes, .everything, .answer, .rest, .beat]
    }

    private struct Watch: Sendable {
        var caller: WatchCaller
        /// Nil while the watch goes on.
        var ending: Ending?
        var news: News
        /// How many messages of the caller have taken effect.
        var requests: UInt32 = 0
        /// How many users were checked for the update under way.
        var position: UInt32 = 0
        var quietSince: QuietSince
        /// The version up to which the watch was sent everything.
        var version: UInt64
        /// The version that the watch reaches with the last part of the update under way.
        var nextVersion: UInt64 = 0
    }

    private struct Owner: Sendable {
        var watches: [ID] = []
        var watchedUsers = 0
    }

    /// The version of the newest change.
    private(set) var version: UInt64
    /// The version of each user's last change.
    private var versions: [UInt64] = []
    /// By id; nil where no watch is open.
    private var watches: [Watch?] = []
    private var freeIDs: [ID] = []
    private var edges = WatchEdges()
    private var owners: [UUIDv7: Owner] = [:]
    private var watchesOfSessions = SlotLists<UUIDv7>()
    private var queue = FanOutQueue()
    /// The next watch that gets an update without changes; nil when there is none.
    private var nextToAnswer: ID?
    /// Watches that were sent nothing for long, until `fanOut` wakes them.
    private var quiet: [ID] = []
    /// The newest version at which each watch with nothing to send had been sent all changes.
    private var settledVersion: UInt64 = 0
    var views: ViewChanges
    /// Since when changes may have been missed.
    private(set) var staleness = Staleness()
    /// Watches that were woken by a change that `fanOut` does not send, until they are taken.
    private var woken: [ID] = []
    /// The present time, in milliseconds of the leases' clock.
    var now: Int64 = 0
    /// For each turn since the last call of `takeLags` that reached the last watchers of a user:
    /// the longest time since such a user's change, in milliseconds.
    private var lags: [Int64] = []

    /// - Parameter version: the version before the first change.
    init(version: UInt64 = 0, views: ViewChanges = ViewChanges()) {
        (self.version, self.views) = (version, views)
        settledVersion = version
    }

    /// The number of open watches.
    var count: Int { watches.count - freeIDs.count }

    /// Users watched, counted once for each watch.
    var watchedCount: Int { edges.count }

    func count(of owner: UUIDv7) -> Int {
        owners[owner]?.watches.count ?? 0
    }

    /// Users watched in all watches of the owner, counted once for each watch.
    func watchedCount(of owner: UUIDv7) -> Int {
        owners[owner]?.watchedUsers ?? 0
    }

    /// The owner of the watch; nil when it is closed.
    func owner(of id: ID) -> UUIDv7? {
        watches[Int(id)]?.caller.user
    }

    func isWatched(_ user: UserTable.Index) -> Bool {
        edges.isWatched(user)
    }

    /// Those of `some` that the watch includes.
    func users(of id: ID, among some: Set<UserTable.Index>) -> Set<UserTable.Index> {
        edges.users(of: id, among: some)
    }

    func hasNews(_ id: ID) -> Bool {
        watches[Int(id)].map { !$0.news.isDisjoint(with: .any) } ?? false
    }

    /// Why the watch has ended before its caller's token; nil while it goes on.
    func ending(of id: ID) -> Ending? {
        watches[Int(id)]?.ending
    }

    /// When the token of the watch's caller expires, in milliseconds since 1970-01-01 UTC.
    func end(of id: ID) -> Int64 {
        watches[Int(id)]?.caller.end ?? 0
    }

    /// The open watches.
    var all: [ID] {
        watches.indices.filter { watches[$0] != nil }.map { ID($0) }
    }

    /// The version of the user's last change; 0 when it is unknown.
    func lastChange(of user: UserTable.Index) -> UInt64 {
        user < versions.count ? versions[Int(user)] : 0
    }

    /// Restores the version of a user's last change in an earlier run, or forgets it (0).
    mutating func setLastChange(of user: UserTable.Index, _ version: UInt64) {
        guard version > 0 || user < versions.count else { return }
        while versions.count <= user { versions.append(0) }
        versions[Int(user)] = version
    }
}

/// Watches begin, change and end.
extension WatchTable {
    /// What a watch begins with.
    enum Beginning {
        /// All users.
        case snapshot
        /// All users, as it is unknown what the caller has missed.
        case reset
        /// The users who have changed since an earlier watch.
        case changes
    }

    /// Opens a watch without users.
    mutating func open(by caller: WatchCaller, _ beginning: Beginning) -> ID {
        let news: News =
            switch beginning {
            case .snapshot: [.everything, .answer]
            case .reset: [.everything, .answer, .reset]
            case .changes: .answer
            }
        let watch = Watch(
            caller: caller, news: news, quietSince: QuietSince(now), version: version)
        let id = freeIDs.popLast() ?? ID(watches.count)
        if id == watches.count { watches.append(watch) } else { watches[Int(id)] = watch }
        owners[caller.user, default: Owner()].watches.append(id)
        watchesOfSessions.add(id, to: caller.session)
        return id
    }

    /// Adds users that the watch does not include yet.
    ///
    /// - Parameter isNews: whether the next update includes a user.
    mutating func add(
        _ users: [UserTable.Index], to id: ID, isNews: (UserTable.Index) -> Bool
    ) {
        for user in users { edges.add(user, to: id, isNew: isNews(user)) }
        setChanged(id, by: users.count)
    }

    /// - Returns: those of the users that the watch included.
    mutating func remove(_ users: Set<UserTable.Index>, from id: ID) -> [UserTable.Index] {
        let removed = edges.remove(users, from: id)
        setChanged(id, by: -removed.count)
        return removed
    }

    private mutating func setChanged(_ id: ID, by difference: Int) {
        guard difference != 0, let owner = owner(of: id) else { return }
        owners[owner]?.watchedUsers += difference
        // An update under way starts again, as the users' positions have changed.
        watches[Int(id)]?.position = 0
    }

    /// Records that a message of the caller has taken effect. The next update reports it.
    mutating func countRequest(of id: ID) {
        watches[Int(id)]?.requests &+= 1
        watches[Int(id)]?.news.insert(.answer)
    }

    /// How many messages of the caller have taken effect.
    func requests(of id: ID) -> UInt32 {
        watches[Int(id)]?.requests ?? 0
    }

    /// - Returns: the users of the watch.
    mutating func close(_ id: ID) -> [UserTable.Index] {
        guard let watch = watches[Int(id)] else { return [] }
        let users = edges.removeAll(of: id)
        setChanged(id, by: -users.count)
        watches[Int(id)] = nil
        freeIDs.append(id)
        let owner = watch.caller.user
        owners[owner]?.watches.removeAll { $0 == id }
        if count(of: owner) == 0 { owners[owner] = nil }
        watchesOfSessions.remove(id, from: watch.caller.session)
        return users
    }

    /// Notes the watches that were sent nothing for long. `fanOut` has them send a message.
    ///
    /// - Parameters:
    ///   - wall: milliseconds since 1970-01-01 UTC.
    ///   - longestQuiet: in milliseconds.
    /// - Returns: the watches whose caller's token has expired.
    mutating func scan(at wall: Int64, longestQuiet: Int64) -> [ID] {
        var ended: [ID] = []
        let due = QuietSince(now - longestQuiet)
        // Those that an earlier scan has noted come first.
        let isNoting = quiet.isEmpty
        for id in watches.indices {
            guard let watch = watches[id] else { continue }
            if watch.caller.end <= wall {
                ended.append(ID(id))
            } else if isNoting, watch.quietSince <= due, !watch.news.contains(.beat) {
                quiet.append(ID(id))
            }
        }
        return ended
    }

    /// Ends the watches of sessions. They send the end and no more updates.
    ///
    /// - Returns: those watches.
    mutating func end(_ sessions: [UUIDv7]) -> [ID] {
        let ended = sessions.flatMap { watchesOfSessions.slots(of: $0) }
        for id in ended { watches[Int(id)]?.ending = .session }
        return ended
    }

    /// Ends all open watches.
    mutating func endAll(for ending: Ending) -> [ID] {
        for index in watches.indices { watches[index]?.ending = ending }
        return all
    }
}

/// Changes.
extension WatchTable {
    /// How many watchers of one user are visited before the next user's turn.
    private static let watchersPerTurn = 2_000

    /// Records that others see a user differently now. `fanOut` wakes the watches.
    mutating func change(_ user: UserTable.Index) {
        version += 1
        setLastChange(of: user, version)
        if edges.isWatched(user) {
            queue.add(user, isUnderWay: edges.isUnderWay(user), now: now)
        }
    }

    /// Gives a user the next version, without waking a watch.
    mutating func reserveChange(of user: UserTable.Index) -> UInt64 {
        version += 1
        setLastChange(of: user, version)
        return version
    }

    /// Records that one viewer sees a user differently now.
    mutating func changeView(of user: UUIDv7, for viewer: UUIDv7) {
        version += 1
        views.note(viewer, of: user, at: version)
        wake(owners[viewer]?.watches ?? [])
    }

    /// Records that only the user sees their own entry differently now. The change has no version,
    /// as others could count versions.
    mutating func changeOwnView(of owner: UUIDv7) {
        let own = owners[owner]?.watches ?? []
        for id in own { watches[Int(id)]?.news.insert(.own) }
        wake(own)
    }

    private mutating func wake(_ watches: [ID]) {
        for id in watches where give(.changes, to: id) { woken.append(id) }
    }

    /// Takes the watches that were woken without `fanOut`.
    mutating func takeWoken() -> [ID] {
        defer { woken.removeAll(keepingCapacity: true) }
        return woken
    }

    /// Records that changes may be missed for a reason, or no longer are. If that changes since
    /// when, `fanOut` sends each watch an update, even without changes.
    ///
    /// - Parameter time: since when, in milliseconds since 1970-01-01 UTC; nil when the reason is
    ///   gone.
    mutating func setStale(_ reason: StaleReason, since time: Int64?) {
        if staleness.set(reason, since: time) { nextToAnswer = 0 }
    }

    /// Whether some watches must still be visited.
    package var isFanningOut: Bool { !queue.isEmpty || nextToAnswer != nil || !quiet.isEmpty }

    /// Wakes the watches of changed users, in the order of the changes. A user with very many
    /// watchers takes turns with other users.
    ///
    /// - Parameter limit: about how many watchers to check.
    /// - Returns: the watches that had nothing to send before.
    mutating func fanOut(_ limit: Int) -> [ID] {
        var woken: [ID] = []
        var left = limit
        var longest: Int64?
        while left > 0, let place = queue.next() {
            let user = place.user
            let (watchers, areLast) = edges.nextWatchers(
                of: user, limit: min(left, Self.watchersPerTurn))
            if areLast {
                queue.finish(user)
                longest = max(longest ?? 0, now - place.since)
            } else {
                queue.putBack(place)
            }
            let version = lastChange(of: user)
            for id in watchers where !isTold(id, version) && give(.changes, to: id) {
                woken.append(id)
            }
            left -= watchers.count + 1
        }
        while left > 0, let id = nextToAnswer {
            if id < watches.count, give(.answer, to: id) { woken.append(id) }
            nextToAnswer = id + 1 < watches.count ? id + 1 : nil
            left -= 1
        }
        while left > 0, let id = quiet.popLast() {
            if give(.beat, to: id) { woken.append(id) }
            left -= 1
        }
        if let longest { lags.append(longest) }
        if !isFanningOut { settledVersion = version }
        return woken
    }

    /// Whether a watch was already sent a change, as another user's change had woken it.
    private func isTold(_ id: ID, _ change: UInt64) -> Bool {
        watches[Int(id)].map { $0.version >= change } ?? true
    }

    /// - Returns: whether the watch had nothing to send before.
    private mutating func give(_ news: News, to id: ID) -> Bool {
        guard let old = watches[Int(id)]?.news else { return false }
        if !old.contains(news) { watches[Int(id)]?.news.insert(news) }
        guard old.isDisjoint(with: .any) else { return false }
        // The watch had been sent everything up to `settledVersion`, though no message was needed.
        // So it has missed no change of a view that was forgotten since.
        if let version = watches[Int(id)]?.version, version < settledVersion {
            watches[Int(id)]?.version = settledVersion
        }
        return true
    }
}

/// What is sent to a watch.
extension WatchTable {
    /// The users of one message to a watch.
    struct Part: Equatable {
        var users: [UserTable.Index]
        /// Whether this is the first part of all users.
        var isSnapshot: Bool
        /// Whether all users are sent because it is unknown which have changed.
        var isReset: Bool
        /// The version that the watch reaches with this part; nil when more parts follow, and of
        /// a message without an update.
        var version: UInt64?
        /// How many messages of the caller have taken effect.
        var requests: UInt32
    }

    /// Users whom the watch's caller sees differently since the watch's last update.
    func viewChanges(of id: ID) -> [UUIDv7] {
        watches[Int(id)].map { views.changes(for: $0.caller.user, since: $0.version) } ?? []
    }

    /// Takes the next part of what must still be sent to the watch.
    ///
    /// - Parameters:
    ///   - limit: the most users of one part.
    ///   - own: the watch's caller; nil if that user is unknown.
    ///   - seenOtherwise: the users of `viewChanges(of:)`.
    ///   - isHidden: whether a user is hidden from the watch's caller. Neither changes of such
    ///     users nor their number are revealed.
    /// - Returns: nil when there is nothing to send.
    mutating func take(
        _ id: ID, limit: Int, own: UserTable.Index? = nil, seenOtherwise: Set<UserTable.Index>,
        isHidden: (UserTable.Index) -> Bool
    ) -> Part? {
        guard var watch = watches[Int(id)], !watch.news.isDisjoint(with: .update) else {
            return nil
        }
        let isFirst = !watch.news.contains(.rest)
        if isFirst { begin(&watch) }
        let isEverything = watch.news.contains(.everything)
        let changedOwner = watch.news.contains(.own) ? own : nil
        // This makes no copy, as the array is not written meanwhile.
        let (versions, since) = (versions, watch.version)
        let (users, position) = edges.takeNews(
            of: id, from: Int(watch.position), limit: limit
        ) { user in
            if isEverything || seenOtherwise.contains(user) || user == changedOwner { return true }
            return user < versions.count && versions[Int(user)] > since && !isHidden(user)
        }
        let isUnsaid = isFirst && position == nil && users.isEmpty && !watch.news.contains(.answer)
        let part = Part(
            users: users, isSnapshot: isFirst && isEverything,
            isReset: isFirst && watch.news.contains(.reset),
            version: position == nil ? watch.nextVersion : nil, requests: watch.requests)
        if let position {
            watch.position = UInt32(position)
            watch.news.insert(.rest)
        } else {
            watch.position = 0
            watch.version = watch.nextVersion
            watch.news.subtract([.everything, .answer, .rest, .reset])
            // A change after the first part is sent again.
            if !watch.news.contains(.changes) { watch.news.remove(.own) }
        }
        if !isUnsaid {
            watch.news.remove(.beat)
            watch.quietSince = QuietSince(now)
        }
        watches[Int(id)] = watch
        return isUnsaid ? nil : part
    }

    /// Takes a message that says only that the watch goes on. To be called when there is no update:
    /// the watch's version would reveal how much happens to users whom the caller does not see.
    ///
    /// - Returns: nil when it is not time for one.
    mutating func takeBeat(of id: ID) -> Part? {
        guard watches[Int(id)]?.news.remove(.beat) != nil else { return nil }
        watches[Int(id)]?.quietSince = QuietSince(now)
        return Part(
            users: [], isSnapshot: false, isReset: false, version: nil, requests: requests(of: id))
    }

    mutating func takeLags() -> [Int64] {
        defer { lags = [] }
        return lags
    }

    private func begin(_ watch: inout Watch) {
        watch.nextVersion = version
        watch.news.remove(.changes)
        if !watch.news.contains(.everything), views.isUnknown(since: watch.version) {
            watch.news.formUnion([.everything, .reset, .answer])
        }
    }
}
