import RollcallAPI
import RollcallCrypto
import Storage

/// The log of changed users, for followers.
extension ProfileStore {
    /// The most changes of one page, and the most blocked users in them, as lists of blocked users
    /// may be long.
    private static let changeLimit = 500
    private static let blockedLimit = 50_000

    /// Must be called before the first change is written. A database that has moved to another
    /// server, which starts its transaction numbers again, continues after its earlier positions.
    package func continueChanges() async throws {
        _ = try await write { try $0.run(Self.beginEra) }
    }

    /// The changes after a position. Excludes changes before which another one could still be
    /// committed.
    ///
    /// - Parameters:
    ///   - start: `nil` for all users.
    ///   - links: set where photos are served over HTTP.
    ///   - isAboutBlocks: whether only changes of blocks are read.
    func changes(
        after start: ChangePosition?, links: PhotoLinks? = nil, isAboutBlocks: Bool = false
    ) async throws -> ChangePage {
        try await read { snapshot in
            let newest = try snapshot.first(Self.newestChange) ?? .start
            let isKnown = start.map { $0 <= newest } ?? false
            var page = ChangePage(
                end: isKnown ? start ?? .start : .start, replaces: !isKnown)
            let kinds = isAboutBlocks ? (first: 1, last: 1) : (first: 0, last: 2)
            let rows = try snapshot.all(
                Self.changePage, page.end.position, page.end.number, kinds.first, kinds.last,
                Self.changeLimit)
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
    /// Records that what others see of a user has changed.
    func noteChange(of user: UUIDv7) throws {
        try note(.profile, of: user)
    }

    /// Records that only the user's own view of the profile has changed.
    func noteOwnChange(of user: UUIDv7) throws {
        try note(.ownProfile, of: user)
    }

    /// Records that the set of users whom a user has blocked has changed.
    func noteBlocks(of user: UUIDv7) throws {
        try note(.blocks, of: user)
    }

    private func note(_ kind: ChangeKind, of user: UUIDv7) throws {
        try run(ProfileStore.noteChange, user, kind)
        tell(.changed)
    }
}

/// A row of the log, with the user's present data.
private struct ChangeRow: RowValue {
    let user: UUIDv7
    let isAboutBlocks: Bool
    let position: ChangePosition
    let photo: StoredPhoto?
    let change: ProfileChange

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        user = try columns.next()
        isAboutBlocks = try columns.next(as: ChangeKind.self) == .blocks
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
    /// Adds links to the photo. The following service shows it only to permitted users.
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
    /// A row that moves to the end is read there again by followers who have not reached the end.
    fileprivate static let noteChange = Command<UUIDv7, ChangeKind>(
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

    /// A change that is committed but not yet told.
    static let waitingChange = Query<Int64>(
        """
        SELECT position FROM change WHERE position >= (SELECT position FROM changeHorizon)
        ORDER BY position, number LIMIT 1
        """)

    fileprivate static let changePage = Query<ChangeRow, Int64, Int64, Int, Int, Int>(
        """
        SELECT change.userID, kind, position, number,
            createdAtMs IS NOT NULL, \(toldName), \(StoredPhoto.columns),
            coalesce(visibilities, 0)
        FROM change LEFT JOIN profile ON profile.userID = change.userID
            LEFT JOIN photo ON photo.id = photoID
        WHERE (position, number) > ($1, $2) AND position < (SELECT position FROM changeHorizon)
            AND kind BETWEEN $3 AND $4
        ORDER BY position, number LIMIT $5
        """)

    static let blockedBy = Query<UUIDv7, UUIDv7>(
        "SELECT blockedID FROM block WHERE userID = $1 ORDER BY blockedID")
}
