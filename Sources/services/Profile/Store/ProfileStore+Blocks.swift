import RollcallCrypto
import RollcallRPC
import Storage

/// Which users have blocked which.
extension ProfileStore {
    /// How many users one user may have blocked.
    static let blockLimit = 10_000

    /// Blocks a user. By id any user can be blocked, existing or not. Otherwise a refusal would
    /// reveal who has blocked the caller. By name, only users whom the caller finds can be blocked.
    ///
    /// - Throws: `profileNotFound`, also for a caller who has no profile; `tooManyBlocks`;
    ///   `RPCError` (FIELD_MALFORMED) for users who would block themselves.
    func block(_ key: ProfileKey, by user: UUIDv7, now: Int64) async throws {
        try await write { transaction in
            guard try transaction.hasProfile(user) == true else {
                throw RPCError.profileNotFound
            }
            let blocked = try transaction.user(key, foundBy: user)
            guard blocked != user else { throw RPCError.blockOfOneself }
            guard try !transaction.exists(Self.block, user, blocked),
                try transaction.erasedAt(blocked) == nil
            else { return }
            let isAdded = try transaction.run(Self.addBlock, user, blocked, now, Self.blockLimit)
            guard isAdded == 1 else { throw RPCError.tooManyBlocks }
            try transaction.noteBlocks(of: user)
        }
    }

    /// Removes a block. Does nothing for a user who is not blocked.
    func unblock(_ key: ProfileKey, by user: UUIDv7) async throws {
        try await write { transaction in
            let blocked: UUIDv7? =
                switch key {
                case .id(let id): id
                case .name(let name):
                    try transaction.first(Self.blockedByName, user, name.canonical)
                }
            guard let blocked, try transaction.run(Self.removeBlock, user, blocked) == 1
            else { return }
            try transaction.noteBlocks(of: user)
        }
    }

    /// The users after `blocked` whom a user has blocked, with their names, ordered by id.
    func blocks(
        by user: UUIDv7, after blocked: UUIDv7?, limit: Int
    ) async throws -> [(user: UUIDv7, name: String)] {
        try await all(Self.blockPage, user, blocked?.bytes ?? [], limit)
    }
}

extension Snapshot {
    /// - Throws: `profileNotFound` for a name that the user cannot find.
    func user(_ key: ProfileKey, foundBy user: UUIDv7) throws -> UUIDv7 {
        switch key {
        case .id(let id): return id
        case .name(let name):
            // Users whom the user has already blocked are found, too.
            let blocked = try first(ProfileStore.blockedByName, user, name.canonical)
            let found = try blocked ?? first(ProfileStore.profileByName, name.canonical, user)?.user
            guard let found else { throw RPCError.profileNotFound }
            return found
        }
    }
}

extension ProfileStore {
    /// Whether neither the user of `profile` has blocked another user nor the other way round.
    ///
    /// - Parameter parameter: the other user; NULL for none.
    static func isUnblocked(by parameter: SQL) -> SQL {
        """
        NOT EXISTS (
            SELECT 1 FROM block
            WHERE lesserID =
                    CASE WHEN profile.userID < \(parameter) THEN profile.userID ELSE \(parameter) END
                AND greaterID =
                    CASE WHEN profile.userID < \(parameter) THEN \(parameter) ELSE profile.userID END)
        """
    }

    static let block = Query<UUIDv7, UUIDv7, UUIDv7>(
        "SELECT blockedID FROM block WHERE userID = $1 AND blockedID = $2")

    /// The blocked user who has a name, among those whom a user has blocked.
    fileprivate static let blockedByName = Query<UUIDv7, UUIDv7, String>(
        """
        SELECT profile.userID FROM profile
            JOIN block ON blockedID = profile.userID AND block.userID = $1
        WHERE canonicalName = $2
        """)

    private static let addBlock = Command<UUIDv7, UUIDv7, Int64, Int>(
        """
        INSERT INTO block (userID, blockedID, createdAtMs)
        SELECT $1, $2, $3 WHERE (SELECT count(*) FROM block WHERE userID = $1) < $4
        ON CONFLICT (userID, blockedID) DO NOTHING
        """)

    private static let removeBlock = Command<UUIDv7, UUIDv7>(
        "DELETE FROM block WHERE userID = $1 AND blockedID = $2")

    /// A blocked user who has also blocked this user appears without a name, as it is hidden.
    static let blockPage = Query<(user: UUIDv7, name: String), UUIDv7, [UInt8], Int>(
        """
        SELECT blockedID, coalesce(name, '')
        FROM block LEFT JOIN profile ON profile.userID = blockedID
            AND profile.createdAtMs IS NOT NULL
            AND NOT EXISTS (
                SELECT 1 FROM block AS back
                WHERE back.userID = profile.userID AND back.blockedID = $1)
        WHERE block.userID = $1 AND blockedID > $2 ORDER BY blockedID LIMIT $3
        """
    ) { try ($0.next(), $0.next()) }

    /// Removes a batch of the blocks against a user.
    static let removeBlocksOf = Command<UUIDv7, Int>(
        """
        DELETE FROM block WHERE (userID, blockedID) IN (
            SELECT userID, blockedID FROM block WHERE blockedID = $1 LIMIT $2)
        """)
}
