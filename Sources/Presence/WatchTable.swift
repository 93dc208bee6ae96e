import RollcallCrypto

/// All watches, and what each has yet to be told.
///
/// Each change has a version, and each user the version of the last change: what a watch has yet to
/// be told are those of its users whose version is above the one that it stands at. So nothing is
/// kept for a change that was not sent, a reader may be as slow as it likes, and a watch of this run
/// can go on from any version.
struct WatchTable: Sendable {
    /// Names a watch until it is closed.
    typealias ID = UInt32

    /// Which users to tell of.
    enum Update: Equatable {
        case snapshot([UserTable.Index])
        case changes([UserTable.Index])
    }

    /// Why a watch is over before its caller's token is.
    enum Ending: Sendable {
        /// The caller's session has ended.
        case session
        /// Nobody knows whether it has.
        case doubt
    }

    private enum News {
        case none, everything, changes
        /// Changes since an earlier watch: told even if there are none, so that the watch knows that it
        /// goes on.
        case goingOn
    }

    private struct Watch: Sendable {
        var caller: WatchCaller
        /// Nil while it is not over.
        var ending: Ending?
        /// The version up to which it was told.
        var version: UInt64
        var news: News
        /// Whether the caller has changed, which was told to nobody else.
        var isOwnNews: Bool
    }

    /// How many changes there were.
    private(set) var version: UInt64 = 0
    /// The version of each user's last change.
    private var versions: [UInt64] = []
    /// By id; nil where none is open.
    private var watches: [Watch?] = []
    private var freeIDs: [ID] = []
    private var edges = WatchEdges()
    private var views: ViewChanges
    private var watchesOfOwner: [UUIDv7: [ID]] = [:]
    private var watchesOfSessions = SlotLists<UUIDv7>()

    init(views: ViewChanges = ViewChanges()) {
        self.views = views
    }

    /// Users watched, counted once for each watch.
    var watchedCount: Int { edges.count }

    func count(of owner: UUIDv7) -> Int {
        watchesOfOwner[owner]?.count ?? 0
    }

    /// Whose the watch is; nil when it is closed.
    func owner(of id: ID) -> UUIDv7? {
        watches[Int(id)]?.caller.user
    }

    func isWatched(_ user: UserTable.Index) -> Bool {
        edges.isWatched(user)
    }

    func hasNews(_ id: ID) -> Bool {
        watches[Int(id)]?.news != News.none
    }

    /// Why the watch is over before its caller's token is; nil while it is not.
    func ending(of id: ID) -> Ending? {
        watches[Int(id)]?.ending
    }

    /// When the token of the watch's caller ends, in milliseconds since 1970-01-01 UTC.
    func end(of id: ID) -> Int64 {
        watches[Int(id)]?.caller.end ?? 0
    }
}

extension WatchTable {
    /// Opens a watch.
    ///
    /// - Parameters:
    ///   - users: each once.
    ///   - version: where an earlier watch of the same users stopped. Without it, or with one that
    ///     is yet to come, the watch begins with a snapshot.
    ///   - hidesOwnChanges: whether changes of the caller have no versions.
    mutating func open(
        _ users: [UserTable.Index], by caller: WatchCaller, from version: UInt64?,
        hidesOwnChanges: Bool = false
    ) -> ID {
        let known = version.flatMap { $0 <= self.version && !views.isUnknown(since: $0) ? $0 : nil }
        let watch = Watch(
            caller: caller, version: known ?? 0, news: known == nil ? .everything : .goingOn,
            isOwnNews: hidesOwnChanges)
        let id = freeIDs.popLast() ?? ID(watches.count)
        if id == watches.count { watches.append(watch) } else { watches[Int(id)] = watch }
        for user in users { edges.add(user, to: id) }
        watchesOfOwner[caller.user, default: []].append(id)
        watchesOfSessions.add(id, to: caller.session)
        return id
    }

    /// - Returns: the users that it watched.
    mutating func close(_ id: ID) -> [UserTable.Index] {
        guard let watch = watches[Int(id)] else { return [] }
        let users = Array(edges.users(of: id))
        edges.removeAll(of: id)
        watches[Int(id)] = nil
        freeIDs.append(id)
        let owner = watch.caller.user
        watchesOfOwner[owner]?.removeAll { $0 == id }
        if count(of: owner) == 0 { watchesOfOwner[owner] = nil }
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

    /// Notes that others see a user differently now.
    ///
    /// - Returns: the watches that had no news before.
    mutating func change(_ user: UserTable.Index) -> [ID] {
        version += 1
        while versions.count <= user { versions.append(0) }
        versions[Int(user)] = version
        return wake(edges.watchers(of: user))
    }

    /// Notes that a viewer sees a user differently now, and nobody else does.
    ///
    /// - Returns: the watches that had no news before.
    mutating func changeView(of user: UserTable.Index, for viewer: UUIDv7) -> [ID] {
        version += 1
        views.note(viewer, of: user, at: version)
        return wake(watchesOfOwner[viewer] ?? [])
    }

    /// Notes that a user sees themselves differently now, and nobody else does. It has no version: others
    /// could count it.
    ///
    /// - Returns: the watches that had no news before.
    mutating func changeOwnView(of owner: UUIDv7) -> [ID] {
        let own = watchesOfOwner[owner] ?? []
        for id in own { watches[Int(id)]?.isOwnNews = true }
        return wake(own)
    }

    private mutating func wake(_ ids: some Sequence<ID>) -> [ID] {
        let woken = ids.filter { watches[Int($0)]?.news == News.none }
        for id in woken { watches[Int(id)]?.news = .changes }
        return woken
    }

    /// What a watch has yet to be told; it then stands at `version`.
    ///
    /// - Parameters:
    ///   - own: the watch's caller, if anybody has heard of them.
    ///   - isHidden: whether the watch's caller does not see a user: such a user's
    ///     changes are not told, nor that there were any.
    /// - Returns: nil when there is no news.
    mutating func take(
        _ id: ID, own: UserTable.Index? = nil, isHidden: (UserTable.Index) -> Bool
    ) -> Update? {
        guard let watch = watches[Int(id)], watch.news != .none else { return nil }
        watches[Int(id)]?.news = .none
        watches[Int(id)]?.version = version
        watches[Int(id)]?.isOwnNews = false
        let users = edges.users(of: id)
        guard watch.news != .everything, !views.isUnknown(since: watch.version) else {
            return .snapshot(Array(users))
        }
        let viewChanges = views.changes(for: watch.caller.user)
        let changed = users.filter { user in
            viewChanges[user, default: 0] > watch.version
                || lastChange(of: user) > watch.version && !isHidden(user)
                || watch.isOwnNews && user == own
        }
        return changed.isEmpty && watch.news == .changes ? nil : .changes(changed)
    }

    /// The watches whose caller's token has ended.
    func ended(at wall: Int64) -> [ID] {
        all.filter { end(of: $0) <= wall }
    }

    /// The open watches.
    var all: [ID] {
        watches.indices.filter { watches[$0] != nil }.map { ID($0) }
    }

    private func lastChange(of user: UserTable.Index) -> UInt64 {
        user < versions.count ? versions[Int(user)] : 0
    }
}
