import RollcallCrypto

/// All watches, and what each has yet to be told.
///
/// Each change has a version, and each user the version of the last change: what a watch has yet to
/// be told are those of its users whose version is above the one that it stands at. So nothing is
/// kept for a change that was not sent, a reader may be as slow as it likes, and a watch can go on
/// from any version whose changes are still known.
struct WatchTable: Sendable {
    /// Names a watch until it is closed.
    typealias ID = UInt32

    /// Why a watch is over before its caller's token is.
    enum Ending: Sendable {
        /// The caller's session has ended.
        case session
        /// Nobody knows whether it has.
        case doubt
        /// The service takes no watches any more.
        case drain
    }

    /// What there is to be told.
    private struct News: OptionSet {
        let rawValue: UInt8

        /// Some of the users may have changed.
        static let changes = News(rawValue: 1)
        /// All users.
        static let everything = News(rawValue: 2)
        /// Something beside the users: an update is sent even without any.
        static let answer = News(rawValue: 4)
        /// The rest of the users, after a first part.
        static let rest = News(rawValue: 8)
        /// Not news: everything is told because it is not known what has changed.
        static let reset = News(rawValue: 16)
        /// Not news: the caller has changed, which was told to nobody else.
        static let own = News(rawValue: 64)

        static let any: News = [.changes, .everything, .answer, .rest]
    }

    private struct Watch: Sendable {
        var caller: WatchCaller
        /// Nil while it is not over.
        var ending: Ending?
        var news: News
        /// How many messages of the caller have taken effect.
        var requests: UInt32 = 0
        /// How many users were looked at for the update that is under way.
        var position: UInt32 = 0
        /// The version up to which it was told.
        var version: UInt64
        /// The version up to which it is told with the last part of the update that is under way.
        var nextVersion: UInt64 = 0
    }

    private struct Owner: Sendable {
        var watches: [ID] = []
        var watchedUsers = 0
    }

    /// Rises with each change.
    private(set) var version: UInt64
    /// The version of each user's last change.
    private var versions: [UInt64] = []
    /// By id; nil where none is open.
    private var watches: [Watch?] = []
    private var freeIDs: [ID] = []
    private var edges = WatchEdges()
    private var owners: [UUIDv7: Owner] = [:]
    private var watchesOfSessions = SlotLists<UUIDv7>()
    private var queue = FanOutQueue()
    /// The next watch to be told something that concerns all of them; nil when there is nothing.
    private var nextToAnswer: ID?
    /// The last version at which every watch without news had been told all changes.
    private var settledVersion: UInt64 = 0
    var views: ViewChanges
    /// The time of what happens now, in milliseconds of the clock of the leases.
    var now: Int64 = 0
    /// What was told since it was last taken out.
    private var tally = FanOutTally()

    /// - Parameter version: the first change has the next one.
    init(version: UInt64 = 0, views: ViewChanges = ViewChanges()) {
        (self.version, self.views) = (version, views)
        settledVersion = version
    }

    /// How many are open.
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

    /// Whose the watch is; nil when it is closed.
    func owner(of id: ID) -> UUIDv7? {
        watches[Int(id)]?.caller.user
    }

    func isWatched(_ user: UserTable.Index) -> Bool {
        edges.isWatched(user)
    }

    /// Those of some users whom the watch has.
    func users(of id: ID, among some: Set<UserTable.Index>) -> Set<UserTable.Index> {
        edges.users(of: id, among: some)
    }

    func hasNews(_ id: ID) -> Bool {
        watches[Int(id)].map { !$0.news.isDisjoint(with: .any) } ?? false
    }

    /// Why the watch is over before its caller's token is; nil while it is not.
    func ending(of id: ID) -> Ending? {
        watches[Int(id)]?.ending
    }

    /// When the token of the watch's caller ends, in milliseconds since 1970-01-01 UTC.
    func end(of id: ID) -> Int64 {
        watches[Int(id)]?.caller.end ?? 0
    }

    /// The watches whose caller's token has ended.
    func ended(at wall: Int64) -> [ID] {
        watches.indices.filter { watches[$0].map { $0.caller.end <= wall } ?? false }.map { ID($0) }
    }

    /// The open watches.
    var all: [ID] {
        watches.indices.filter { watches[$0] != nil }.map { ID($0) }
    }

    /// The version of the user's last change; 0 when it is not known.
    func lastChange(of user: UserTable.Index) -> UInt64 {
        user < versions.count ? versions[Int(user)] : 0
    }

    /// Takes up the version of a user's last change in an earlier run, or forgets it (0).
    mutating func setLastChange(of user: UserTable.Index, _ version: UInt64) {
        guard version > 0 || user < versions.count else { return }
        while versions.count <= user { versions.append(0) }
        versions[Int(user)] = version
    }
}

/// Watches begin, change and end.
extension WatchTable {
    /// How a watch begins.
    enum Beginning {
        /// With all users.
        case snapshot
        /// With all users, as it is not known any more what the caller has missed.
        case reset
        /// With those who have changed since an earlier watch.
        case changes
    }

    /// Opens a watch of nobody.
    mutating func open(by caller: WatchCaller, _ beginning: Beginning) -> ID {
        let news: News =
            switch beginning {
            case .snapshot: [.everything, .answer]
            case .reset: [.everything, .answer, .reset]
            case .changes: .answer
            }
        let watch = Watch(caller: caller, news: news, version: version)
        let id = freeIDs.popLast() ?? ID(watches.count)
        if id == watches.count { watches.append(watch) } else { watches[Int(id)] = watch }
        owners[caller.user, default: Owner()].watches.append(id)
        watchesOfSessions.add(id, to: caller.session)
        return id
    }

    /// Adds users whom the watch does not have.
    ///
    /// - Parameter isNews: whether the watch is to be told of a user with the next update.
    mutating func add(
        _ users: [UserTable.Index], to id: ID, isNews: (UserTable.Index) -> Bool
    ) {
        for user in users { edges.add(user, to: id, isNew: isNews(user)) }
        setChanged(id, by: users.count)
    }

    /// - Returns: those of the users whom it had.
    mutating func remove(_ users: Set<UserTable.Index>, from id: ID) -> [UserTable.Index] {
        let removed = edges.remove(users, from: id)
        setChanged(id, by: -removed.count)
        return removed
    }

    private mutating func setChanged(_ id: ID, by difference: Int) {
        guard difference != 0, let owner = owner(of: id) else { return }
        owners[owner]?.watchedUsers += difference
        // An update that is under way begins anew, as its users stand elsewhere now.
        watches[Int(id)]?.position = 0
    }

    /// Notes that a message of the caller has taken effect, which the next update says.
    mutating func countRequest(of id: ID) {
        watches[Int(id)]?.requests &+= 1
        watches[Int(id)]?.news.insert(.answer)
    }

    /// How many messages of the caller have taken effect.
    func requests(of id: ID) -> UInt32 {
        watches[Int(id)]?.requests ?? 0
    }

    /// - Returns: the users that it watched.
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

    /// Ends the watches of sessions: they are told so, and nothing else.
    ///
    /// - Returns: those watches.
    mutating func end(_ sessions: [UUIDv7]) -> [ID] {
        let ended = sessions.flatMap { watchesOfSessions.slots(of: $0) }
        for id in ended { watches[Int(id)]?.ending = .session }
        return ended
    }

    /// Ends all watches that are open.
    mutating func endAll(for ending: Ending) -> [ID] {
        for index in watches.indices { watches[index]?.ending = ending }
        return all
    }
}

/// Changes.
extension WatchTable {
    /// The most watchers of one user that are told before it is another user's turn.
    private static let watchersPerTurn = 2_000

    /// Notes that others see a user differently now. The watches hear of it by `fanOut`.
    mutating func change(_ user: UserTable.Index) {
        version += 1
        setLastChange(of: user, version)
        if edges.isWatched(user) {
            queue.add(user, isUnderWay: edges.isUnderWay(user), now: now)
        }
    }

    /// Gives a user the next version, though nobody is told of a change yet.
    mutating func reserveChange(of user: UserTable.Index) -> UInt64 {
        version += 1
        setLastChange(of: user, version)
        return version
    }

    /// Notes that a viewer sees a user differently now, and nobody else does.
    ///
    /// - Returns: the watches that had no news before.
    mutating func changeView(of user: UUIDv7, for viewer: UUIDv7) -> [ID] {
        version += 1
        views.note(viewer, of: user, at: version)
        return (owners[viewer]?.watches ?? []).filter { give(.changes, to: $0) }
    }

    /// Notes that a user sees themselves differently now, and nobody else does. It has no version: others
    /// could count it.
    ///
    /// - Returns: the watches that had no news before.
    mutating func changeOwnView(of owner: UUIDv7) -> [ID] {
        let own = owners[owner]?.watches ?? []
        for id in own { watches[Int(id)]?.news.insert(.own) }
        return own.filter { give(.changes, to: $0) }
    }

    /// Has each watch get an update, though no user has changed. They hear of it by `fanOut`.
    mutating func answerAll() {
        nextToAnswer = 0
    }

    /// Whether there are watches that have yet to hear of a change.
    var isFanningOut: Bool { !queue.isEmpty || nextToAnswer != nil }

    /// Has watches hear of changes: the users in the order in which they changed. A user with very many
    /// watchers waits for the others in between.
    ///
    /// - Parameter limit: about how many watchers are looked at.
    /// - Returns: the watches that had no news before.
    mutating func fanOut(_ limit: Int) -> [ID] {
        var woken: [ID] = []
        var left = limit
        var longest: Int64?
        while left > 0, let place = queue.next() {
            let user = place.user
            let (watchers, areLast) = edges.nextWatchers(
                of: user, limit: min(left, Self.watchersPerTurn))
            tally.changes += watchers.count * queue.changeCount(of: user)
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
        if let longest { tally.lags.append(longest) }
        if !isFanningOut { settledVersion = version }
        return woken
    }

    /// Whether a watch was told of a change already, with that of another user which it was woken for.
    private func isTold(_ id: ID, _ change: UInt64) -> Bool {
        watches[Int(id)].map { $0.version >= change } ?? true
    }

    /// - Returns: whether the watch had no news before.
    private mutating func give(_ news: News, to id: ID) -> Bool {
        guard let old = watches[Int(id)]?.news else { return false }
        if !old.contains(news) { watches[Int(id)]?.news.insert(news) }
        guard old.isDisjoint(with: .any) else { return false }
        // It was told all up to then, though nothing of it was sent. So it has missed no change of a view
        // that is forgotten.
        if let version = watches[Int(id)]?.version, version < settledVersion {
            watches[Int(id)]?.version = settledVersion
        }
        return true
    }
}

/// What a watch is told.
extension WatchTable {
    /// The users to tell a watch of.
    struct Part: Equatable {
        var users: [UserTable.Index]
        /// Whether it is told of all users, and this is the first part of them.
        var isSnapshot: Bool
        /// Whether it is told of all users because it is not known what has changed.
        var isReset: Bool
        /// Up to which version the watch is told then; nil when there is more of it.
        var version: UInt64?
        /// How many messages of the caller have taken effect.
        var requests: UInt32
    }

    /// Whom the caller of a watch sees otherwise since it was last told.
    func viewChanges(of id: ID) -> [UUIDv7] {
        watches[Int(id)].map { views.changes(for: $0.caller.user, since: $0.version) } ?? []
    }

    /// What a watch has yet to be told.
    ///
    /// - Parameters:
    ///   - limit: the most users of one part.
    ///   - own: the watch's caller, if anybody has heard of them.
    ///   - seenOtherwise: `viewChanges(of:)`.
    ///   - isHidden: whether the watch's caller does not see a user: such a user's changes are
    ///     not told, nor that there were any.
    /// - Returns: nil when there is no news.
    mutating func take(
        _ id: ID, limit: Int, own: UserTable.Index? = nil, seenOtherwise: Set<UserTable.Index>,
        isHidden: (UserTable.Index) -> Bool
    ) -> Part? {
        guard var watch = watches[Int(id)], !watch.news.isDisjoint(with: .any) else { return nil }
        let isFirst = !watch.news.contains(.rest)
        if isFirst { begin(&watch) }
        let isEverything = watch.news.contains(.everything)
        let changedOwner = watch.news.contains(.own) ? own : nil
        // No copy: nothing is written to them meanwhile.
        let (versions, since) = (versions, watch.version)
        var deltas = 0
        let (users, position) = edges.takeNews(
            of: id, from: Int(watch.position), limit: limit
        ) { user in
            if isEverything || seenOtherwise.contains(user) || user == changedOwner { return true }
            guard user < versions.count, versions[Int(user)] > since, !isHidden(user) else {
                return false
            }
            deltas += 1
            return true
        }
        tally.deltas += deltas
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
            // A change that came after the first part is told again.
            if !watch.news.contains(.changes) { watch.news.remove(.own) }
        }
        watches[Int(id)] = watch
        return isUnsaid ? nil : part
    }

    /// Takes out what was told since it was last taken out.
    mutating func takeTally() -> FanOutTally {
        defer { tally = FanOutTally() }
        return tally
    }

    private func begin(_ watch: inout Watch) {
        watch.nextVersion = version
        watch.news.remove(.changes)
        if !watch.news.contains(.everything), views.isUnknown(since: watch.version) {
            watch.news.formUnion([.everything, .reset, .answer])
        }
    }
}
