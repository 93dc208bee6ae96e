import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage

/// What a comparison with Auth's accounts reads and repairs.
extension ProfileStore {
    /// The users after `user`, ordered by id.
    func traces(after user: UUIDv7?, limit: Int) async throws -> [ProfileTrace] {
        try await all(Self.tracePage, user?.bytes ?? [], limit)
    }

    /// Those of some users of whom anything is stored, in the order of `users`.
    func traces(of users: [UUIDv7]) async throws -> [ProfileTrace] {
        let traces = try await all(Self.traces, SQLList(users))
        let byUser = Dictionary(traces.map { ($0.userID, $0) }) { first, _ in first }
        return users.compactMap { byUser[$0.description] }
    }

    /// Gives the user a profile. A user with a row keeps the name that the row has, or none. A user
    /// without a row gets the wanted name if it is free, and otherwise a generated one.
    ///
    /// - Parameter generated: makes a name; may be called more often than names are used.
    /// - Throws: `profileNotFound` for an erased user; what `generated` throws.
    func restore(
        _ user: UUIDv7, wanting wanted: WantedName, now: Int64,
        generated: @escaping @Sendable () throws -> DisplayName
    ) async throws {
        try await write { transaction in
            guard try transaction.erasedAt(user) == nil else { throw RPCError.profileNotFound }
            try transaction.run(Self.forgetRelease, user)
            if try transaction.hasProfile(user) == nil {
                try transaction.giveName(to: user, wanting: wanted, now: now, generated: generated)
            }
            try transaction.addProfile(user, now: now)
        }
    }
}

extension ProfileTransaction {
    fileprivate func giveName(
        to user: UUIDv7, wanting wanted: WantedName, now: Int64,
        generated: () throws -> DisplayName
    ) throws {
        var chosen: DisplayName?
        switch wanted {
        case .none:
            try run(ProfileStore.giveName, user, nil, nil, false)
            return
        case .any: break
        case .this(let wanted): chosen = try isFree(wanted, for: user, now: now) ? wanted : nil
        }
        var name = try chosen ?? generated()
        // Generated names are so many that a second try is hardly ever needed.
        while try !isFree(name, for: user, now: now) { name = try generated() }
        try endQuarantine(of: name.canonical)
        try run(ProfileStore.giveName, user, name.text, name.canonical, chosen == nil)
    }
}

extension ProfileStore {
    private static let forgetRelease = Command<UUIDv7>(
        "DELETE FROM releasedUser WHERE userID = $1")

    fileprivate static let giveName = Command<UUIDv7, String?, String?, Bool>(
        """
        INSERT INTO profile (userID, name, canonicalName, isGenerated) VALUES ($1, $2, $3, $4)
        """)

    /// Reads at most one page of rows of each table.
    static let tracePage = Query<ProfileTrace, [UInt8], Int>(
        """
        SELECT \(ProfileTrace.columns) FROM (
            \(ProfileTrace.ofNamed) WHERE userID > $1 ORDER BY userID LIMIT $2) AS named
        UNION ALL
        SELECT \(ProfileTrace.columns) FROM (
            \(ProfileTrace.ofErased) WHERE userID > $1 ORDER BY userID LIMIT $2) AS erased
        ORDER BY userID LIMIT $2
        """)

    static let traces = Query<ProfileTrace, SQLList<UUIDv7>>(
        """
        \(ProfileTrace.ofNamed) WHERE userID = ANY($1)
        UNION ALL
        \(ProfileTrace.ofErased) WHERE userID = ANY($1)
        """)
}

extension ProfileTrace: RowValue {
    /// - Throws: `StorageError.corrupt`.
    package init(_ columns: inout Columns) throws {
        self.init(userID: try columns.next(as: UUIDv7.self).description)
        displayName = try columns.next()
        let (hasProfile, isErased) = try (columns.next(as: Bool.self), columns.next(as: Bool.self))
        state = isErased ? .erased : hasProfile ? .complete : .held
    }

    fileprivate static let columns: SQL = "userID, name, hasProfile, isErased"

    fileprivate static let ofNamed: SQL = """
        SELECT userID, \(ProfileStore.toldName), createdAtMs IS NOT NULL AS hasProfile,
            FALSE AS isErased
        FROM profile
        """

    fileprivate static let ofErased: SQL = """
        SELECT userID, '' AS name, FALSE AS hasProfile, TRUE AS isErased FROM erasedUser
        """
}
