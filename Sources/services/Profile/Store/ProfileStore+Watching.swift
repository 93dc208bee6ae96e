import RollcallCrypto
import Storage

/// The data that a watch begins with.
struct WatchStart: Sendable {
    /// The profiles of those users who have one.
    var profiles: [UUIDv7: SeenProfile] = [:]
    /// Those of the users whom the viewer has blocked, and those who have blocked the viewer.
    var blocked: Set<UUIDv7> = []
    var blockers: Set<UUIDv7> = []
    /// All changes up to this position are included.
    var end = ChangePosition.start
    /// Whether the cursor's position belongs to this database.
    var isKnown = false
    /// Users whose profile, as the viewer may see it, has changed since the cursor.
    var changed: Set<UUIDv7> = []
    /// Whether the viewer or any of the users has changed their blocks since the cursor.
    var areBlocksChanged = false
}

/// Changes of watched users and of viewers.
struct WatchedChanges: Sendable {
    var profiles: [UUIDv7: SeenProfile] = [:]
    /// For each changed user, those of the concerned users whom the user has blocked.
    var blocks: [UUIDv7: Set<UUIDv7>] = [:]
    /// The newest watch when the changes were read. Later watches begin with newer data.
    var lastWatch: ProfileWatchTable.ID = 0
    /// All changes up to this position are included.
    var end: ChangePosition
    /// Whether no changes followed it.
    var isLast: Bool
}

extension ProfileStore {
    /// The most log entries of one read.
    private static let roundLimit = 500

    /// - Parameter position: the position of the watch's cursor.
    func start(
        of users: WatchedUsers, by viewer: UUIDv7, after position: ChangePosition?
    ) async throws -> WatchStart {
        try await read { snapshot in
            let list = SQLList(Array(users.ids))
            var start = WatchStart(
                profiles: try snapshot.seenProfiles(
                    of: users.ids, withTexts: users.fields.haveTexts))
            start.blocked = Set(try snapshot.all(Self.blockedAmong, viewer, list))
            start.blockers = Set(try snapshot.all(Self.blockersAmong, viewer, list))
            start.end = try snapshot.first(Self.newestSettledChange) ?? .start
            let newest = try snapshot.first(Self.newestChange) ?? .start
            guard let position, position <= newest else { return start }
            start.isKnown = true
            let changes = try snapshot.all(
                Self.changesOfUsers, SQLList(Array(users.ids.union([viewer]))),
                position.position, position.number)
            for change in changes {
                switch change.kind {
                case .profile where users.ids.contains(change.user),
                    .ownProfile where users.ids.contains(change.user) && change.user == viewer:
                    start.changed.insert(change.user)
                case .blocks: start.areBlocksChanged = true
                case .profile, .ownProfile: break
                }
            }
            return start
        }
    }

    /// Continues reading the log of changes. Each watched user is read once.
    ///
    /// - Parameter watches: returns who is watched, at each moment.
    /// - Returns: `nil` if the round begins after all changes, as the database was set back.
    func changes(
        of round: ProfileWatchTable.Round, for watches: ProfileWatchHub
    ) async throws -> WatchedChanges? {
        try await read { snapshot in
            let start = round.start
            let newest = try snapshot.first(Self.newestChange) ?? .start
            guard start <= newest else { return nil }
            let page = try snapshot.all(
                Self.log, start.position, start.number, Self.roundLimit)
            var changes = WatchedChanges(
                end: page.last?.position ?? start, isLast: page.count < Self.roundLimit)
            var (users, blockers) = (round.unread, round.unread)
            for entry in page {
                if entry.kind == .blocks {
                    blockers.insert(entry.user)
                } else {
                    users.insert(entry.user)
                }
            }
            (users, blockers, changes.lastWatch) = watches.withTable { [users, blockers] table in
                (
                    users.filter(table.isWatched), blockers.filter(table.concernsBlocks),
                    table.lastID
                )
            }
            try snapshot.readBlocks(of: blockers, into: &changes, for: watches)
            users = watches.withTable { [users, blocks = changes.blocks] table in
                blocks.reduce(into: users) { users, entry in
                    if table.isWatched(entry.key) { users.insert(entry.key) }
                    users.formUnion(
                        table.unblocked(by: entry.key, whoHasBlocked: entry.value))
                }
            }
            // Also users whose blocks changed after this page: the profiles read here may be newer
            // than that.
            let later = try snapshot.all(
                Self.changesOfUsers, SQLList(Array(users)), start.position, start.number)
            try snapshot.readBlocks(
                of: Set(later.lazy.filter { $0.kind == .blocks }.map(\.user))
                    .subtracting(blockers), into: &changes, for: watches)
            for user in users { changes.profiles[user] = SeenProfile.none }
            // Texts are long. So they are read only of users of whom they are watched.
            let texts = watches.withTable { [users] in users.filter($0.areTextsWatched) }
            for (users, withTexts) in [(users.subtracting(texts), false), (texts, true)] {
                let profiles = try snapshot.seenProfiles(of: users, withTexts: withTexts)
                changes.profiles.merge(profiles) { $1 }
            }
            return changes
        }
    }
}

extension Snapshot {
    fileprivate func seenProfiles(
        of users: Set<UUIDv7>, withTexts: Bool
    ) throws -> [UUIDv7: SeenProfile] {
        let query = withTexts ? ProfileStore.profilesByUser : ProfileStore.briefProfilesByUser
        let users = Array(users)
        var seen: [UUIDv7: SeenProfile] = [:]
        // A `SeenProfile` has no texts: those of one turn are in memory at once.
        for start in stride(from: 0, to: users.count, by: ProfileBatch.turn) {
            let turn = users[start..<min(start + ProfileBatch.turn, users.count)]
            for profile in try all(query, SQLList(Array(turn)), nil) {
                seen[profile.user] = SeenProfile(profile)
            }
        }
        return seen
    }

    fileprivate func readBlocks(
        of users: Set<UUIDv7>, into changes: inout WatchedChanges, for watches: ProfileWatchHub
    ) throws {
        for user in users {
            let others = watches.withTable { $0.others(concernedBy: user) }
            let blocked = try all(ProfileStore.blockedBy, user)
            changes.blocks[user] = others.intersection(blocked)
        }
    }
}

extension ProfileStore {
    static let log = Query<
        (user: UUIDv7, kind: ChangeKind, position: ChangePosition), Int64, Int64, Int
    >(
        """
        SELECT userID, kind, position, number FROM change
        WHERE (position, number) > ($1, $2) AND position < (SELECT position FROM changeHorizon)
        ORDER BY position, number LIMIT $3
        """
    ) { columns in
        let (user, kind) = try (columns.next(as: UUIDv7.self), columns.next(as: ChangeKind.self))
        return (user, kind, try ChangePosition(position: columns.next(), number: columns.next()))
    }

    static let changesOfUsers = Query<
        (user: UUIDv7, kind: ChangeKind), SQLList<UUIDv7>, Int64, Int64
    >(
        """
        SELECT userID, kind FROM change
        WHERE userID = ANY($1) AND (position, number) > ($2, $3)
        """
    ) { try ($0.next(), $0.next()) }

    /// The newest change that no other can still be committed before.
    private static let newestSettledChange = Query<ChangePosition>(
        """
        SELECT position, number FROM change
        WHERE position < (SELECT position FROM changeHorizon)
        ORDER BY position DESC, number DESC LIMIT 1
        """
    ) { try ChangePosition(position: $0.next(), number: $0.next()) }

    static let blockedAmong = Query<UUIDv7, UUIDv7, SQLList<UUIDv7>>(
        "SELECT blockedID FROM block WHERE userID = $1 AND blockedID = ANY($2)")

    static let blockersAmong = Query<UUIDv7, UUIDv7, SQLList<UUIDv7>>(
        "SELECT userID FROM block WHERE blockedID = $1 AND userID = ANY($2)")
}
