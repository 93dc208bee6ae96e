import RollcallAPI
import RollcallCrypto
import Storage

/// The order in which users were changed, for those who follow.
extension ProfileStore {
    /// What is told at once: changes, and of users who were blocked, as a list of them may be long.
    private static let changeLimit = 500
    private static let blockedLimit = 50_000

    /// Must be called before the first change is written: a database that has moved to another server,
    /// which numbers its transactions anew, goes on behind what it had.
    package func continueChanges() async throws {
        _ = try await write { try $0.run(Self.beginEra) }
    }

    /// The changes behind a position, as far as nothing before them can still be committed.
    ///
    /// - Parameters:
    ///   - start: `nil` for all users.
    ///   - links: where photos are read over HTTP, if they are.
    func changes(
        after start: ChangePosition?, links: PhotoLinks? = nil
    ) async throws -> ChangePage {
        try await read { snapshot in
            let newest = try snapshot.first(Self.newestChange) ?? .start
            let isKnown = start.map { $0 <= newest } ?? false
            var page = ChangePage(
                end: isKnown ? start ?? .start : .start, replaces: !isKnown)
            let rows = try snapshot.all(
                Self.changePage, page.end.position, page.end.number, Self.changeLimit)
            page.isLast = rows.count < Self.changeLimit
            page.isCurrent = try snapshot.first(Self.waitingChange) == nil
            var blocked = 0
            for row in rows {
                guard blocked < Self.blockedLimit else {
                    page.isLast = false
                    break
                }
                var change = row.change
                if row.isAboutBlocks, !change.isAboutNobody {
                    let users = try snapshot.all(Self.blockedBy, row.user).map(\.bytes)
                    blocked += users.count
                    change.now = .blocks(BlockedUsers(userIDs: users))
                }
                links?.add(to: &change, of: row)
                page.changes.append(change)
                page.end = row.position
            }
            return page
        }
    }
}

extension ProfileTransaction {
    /// Notes that what others see of a user has changed.
    func noteChange(of user: UUIDv7) throws {
        try note(.profile, of: user)
    }

    /// Notes that what a user sees of their own profile has changed, and what others see has not.
    func noteOwnChange(of user: UUIDv7) throws {
        try note(.ownProfile, of: user)
    }

    /// Notes that a user has blocked other users than before.
    func noteBlocks(of user: UUIDv7) throws {
        try note(.blocks, of: user)
    }

    private func note(_ kind: ChangeKind, of user: UUIDv7) throws {
        try run(ProfileStore.noteChange, user, kind.rawValue)
        tell(.changed)
    }

    /// Notes that a user who was frozen is there again. Those who follow have forgotten whom the user has
    /// blocked, and hear that first: nobody has the user in view before the blocks count.
    func noteReturn(of user: UUIDv7) throws {
        if try exists(ProfileStore.hasBlocked, user) { try noteBlocks(of: user) }
        try noteChange(of: user)
    }
}

/// A row of the order, with what there is of the user now.
private struct ChangeRow: RowValue {
    let user: UUIDv7
    let isAboutBlocks: Bool
    let position: ChangePosition
    let photo: StoredPhoto?
    let change: ProfileChange

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        user = try columns.next()
        isAboutBlocks = try ChangeKind(&columns) == .blocks
        position = ChangePosition(position: try columns.next(), number: try columns.next())
        let isThere = try columns.next(as: Bool.self)
        var profile = PublicProfile(displayName: try columns.next())
        photo = try StoredPhoto(&columns)
        profile.photo = photo?.message
        profile.photoVisibility = Visibilities(bits: try columns.next())[.photo]
        change = ProfileChange(
            userID: user.description, now: isThere ? .profile(profile) : .isGone(true))
    }
}

extension PhotoLinks {
    /// A service shows the photo to whom it may.
    fileprivate func add(to change: inout ProfileChange, of row: ChangeRow) {
        guard case .profile(var profile) = change.now, let photo = row.photo,
            var message = profile.photo
        else { return }
        add(
            to: &message, photo.id, of: row.user, seenBy: profile.photoVisibility, for: .anotherUser
        )
        profile.photo = message
        change.now = .profile(profile)
    }
}

extension ProfileChange {
    fileprivate var isAboutNobody: Bool { now == .isGone(true) }
}

extension ProfileStore {
    /// A row that moves to the end is read again there by those who were before it.
    fileprivate static let noteChange = Command<UUIDv7, Int>(
        """
        INSERT INTO change (userID, kind, position, number)
        SELECT $1, $2, position, number FROM nextChange WHERE TRUE
        ON CONFLICT (userID, kind) DO UPDATE
        SET position = excluded.position, number = excluded.number
        """)

    private static let beginEra = PlainCommand(
        """
        UPDATE changeEra SET era = era + 1
        WHERE EXISTS (
            SELECT 1 FROM change WHERE position >= (SELECT position FROM changeEnd))
        """)

    static let newestChange = Query<ChangePosition>(
        "SELECT position, number FROM change ORDER BY position DESC, number DESC LIMIT 1"
    ) { try ChangePosition(position: $0.next(), number: $0.next()) }

    /// One that is committed, and not told yet.
    static let waitingChange = Query<Int64>(
        """
        SELECT position FROM change WHERE position >= (SELECT position FROM changeHorizon)
        ORDER BY position, number LIMIT 1
        """)

    fileprivate static let changePage = Query<ChangeRow, Int64, Int64, Int>(
        """
        SELECT change.userID, kind, position, number,
            createdAtMs IS NOT NULL AND frozenAtMs IS NULL, \(toldName), \(StoredPhoto.columns),
            coalesce(visibilities, 0)
        FROM change LEFT JOIN profile ON profile.userID = change.userID
            \(StoredPhoto.seenJoin)
        WHERE (position, number) > ($1, $2) AND position < (SELECT position FROM changeHorizon)
        ORDER BY position, number LIMIT $3
        """)

    fileprivate static let hasBlocked = Query<UUIDv7, UUIDv7>(
        "SELECT userID FROM block WHERE userID = $1 LIMIT 1")

    static let blockedBy = Query<UUIDv7, UUIDv7>(
        "SELECT blockedID FROM block WHERE userID = $1 ORDER BY blockedID")
}
