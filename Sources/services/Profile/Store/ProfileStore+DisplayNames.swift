import RollcallCrypto
import RollcallRPC
import Storage

extension ProfileStore {
    /// How long a request to hold a name may be under way, if it was sent before the release.
    static let lateHoldMs: Int64 = 24 * 60 * 60 * 1000

    /// Why a user could not have a name; `nil` if the user could.
    ///
    /// - Parameter user: `nil` for a caller without an account.
    func obstacle(
        to name: DisplayName, for user: UUIDv7?, now: Int64
    ) async throws -> NameObstacle? {
        let standing = try await first(
            Self.standingOfName, name.canonical, name.skeleton.text, user, now,
            name.wordSkeleton.text)
        let obstacle = standing.flatMap { NameObstacle(name, $0) }
        // A user who had the name before it was reserved may change its case.
        if obstacle == .reserved, let user,
            try await first(Self.nameOfUser, user) == name.canonical
        {
            return nil
        }
        return obstacle
    }

    /// Those of some names that a caller without an account could have.
    func free(among names: [DisplayName], now: Int64) async throws -> [DisplayName] {
        let taken = try await Set(
            all(Self.takenSkeletons, SQLList(names.map(\.skeleton.text)), now))
        let words = names.map(\.wordSkeleton)
        let verdicts = try await Dictionary(
            all(Self.verdictsOnWords, SQLList(words.map(\.text))).map { ($0, $1) },
            uniquingKeysWith: { first, _ in first })
        return zip(names, words).compactMap { name, word in
            let isReserved = verdicts[word.text] ?? ReservedNames.contains(word)
            return isReserved || taken.contains(name.skeleton.text) ? nil : name
        }
    }

    /// Holds a name for a user. It replaces the user's earlier hold, if any.
    ///
    /// - Parameter name: `nil` for a user who is to have none.
    /// - Throws: `displayNameTaken`; `holdNotFound` if the user was released or erased before;
    ///   `failedPrecondition` if the user has a profile already, with another name.
    func hold(_ name: DisplayName?, for user: UUIDv7, now: Int64) async throws {
        try await write { transaction in
            guard let (isGone, hasProfile) = try transaction.first(Self.standingOfUser, user),
                !isGone
            else { throw RPCError.holdNotFound }
            guard !hasProfile else { return try transaction.requireName(name, of: user) }
            if let name, try transaction.canonicalName(of: user) != name.canonical {
                try transaction.requireFree(name, for: user, now: now)
            }
            try transaction.run(Self.holdName, user, name?.text, name?.canonical)
        }
    }

    /// Makes the held name the user's own, with a profile. A hold without a name makes a profile
    /// without a name.
    ///
    /// - Throws: `holdNotFound`.
    func confirm(_ user: UUIDv7, now: Int64) async throws {
        try await write { transaction in
            guard try transaction.hasProfile(user) != nil else { throw RPCError.holdNotFound }
            try transaction.addProfile(user, now: now)
        }
    }

    /// Makes the name that the user holds the user's own, if there is one.
    ///
    /// - Returns: whether the user has a profile now: it was made here, or a moment ago.
    func confirmIfHeld(_ user: UUIDv7, now: Int64) async throws -> Bool {
        // Most users whose profile is missing hold nothing. They cost no write transaction.
        guard try await first(Self.hasProfile, user) == false else { return false }
        return try await write { transaction in
            guard let hasProfile = try transaction.hasProfile(user) else { return false }
            if !hasProfile { try transaction.addProfile(user, now: now) }
            return true
        }
    }

    /// Releases a user's hold. A hold of the same user that arrives later fails.
    func release(_ user: UUIDv7, now: Int64) async throws {
        try await write { transaction in
            guard try !transaction.exists(Self.profileOfUser, user) else { return }
            try transaction.run(Self.deleteName, user)
            try transaction.run(Self.noteRelease, user, now)
        }
    }
}

extension Snapshot {
    /// Whether no other user has, holds or recently had the name, or a name that looks like it.
    func isFree(_ name: DisplayName, for user: UUIDv7, now: Int64) throws -> Bool {
        try first(ProfileStore.freeName, name.canonical, name.skeleton.text, user, now) ?? false
    }

    /// Must come before a user gets a name that they have chosen, in the same transaction.
    ///
    /// - Throws: `displayNameReserved`, `displayNameTaken`.
    func requireFree(_ name: DisplayName, for user: UUIDv7, now: Int64) throws {
        let standing = try first(
            ProfileStore.standingOfName, name.canonical, name.skeleton.text, user, now,
            name.wordSkeleton.text)
        switch standing.flatMap({ NameObstacle(name, $0) }) {
        case .reserved: throw RPCError.displayNameReserved
        case .taken: throw RPCError.displayNameTaken
        case nil: return
        }
    }

    /// The name that the user has or holds, in canonical form.
    func canonicalName(of user: UUIDv7) throws -> String? {
        try first(ProfileStore.nameOfUser, user) ?? nil
    }

    /// Whether the user has a profile, or only holds a name. `nil` for a user without either.
    func hasProfile(_ user: UUIDv7) throws -> Bool? {
        try first(ProfileStore.hasProfile, user)
    }

    /// Checks a hold that is repeated after it was confirmed.
    fileprivate func requireName(_ name: DisplayName?, of user: UUIDv7) throws {
        guard try canonicalName(of: user) == name?.canonical else {
            throw RPCError(
                .failedPrecondition, "the user has a profile already, with another display name")
        }
    }
}

extension ProfileTransaction {
    /// Makes a profile of a user's hold. Does nothing if the profile exists, or the user holds
    /// nothing.
    func addProfile(_ user: UUIDv7, now: Int64) throws {
        guard try run(ProfileStore.addProfile, user, now) == 1 else { return }
        try noteChange(of: user)
    }
}

extension ProfileStore {
    /// Whether a name is free. Parameters: the canonical name, the skeleton, the user it may belong
    /// to, and the time.
    ///
    /// The skeleton finds the same name, too. The index of names is also asked, for PostgreSQL's
    /// sake. Of two transactions that take one name at the same time, the second is then run again
    /// and finds the name taken. Otherwise it would violate the unique index
    /// (postgresql.org/docs/15/transaction-iso.html §13.2.3).
    static let freeName = Query<Bool, String, String, UUIDv7?, Int64>("SELECT \(isFree)")

    /// The administrators' decision on the name's word, and whether the name is free.
    static let standingOfName = Query<
        (isReserved: Bool?, isFree: Bool), String, String, UUIDv7?, Int64, String
    >(
        "SELECT (SELECT isReserved FROM reservedWord WHERE reservedWord.skeleton = $5), \(isFree)"
    ) { try ($0.next(as: Bool?.self), $0.next()) }

    private static let isFree: SQL = """
        \(isUnowned)
            AND NOT EXISTS (
                SELECT 1 FROM quarantinedName WHERE skeleton = $2 AND untilMs > $4
                    AND (userID IS NULL OR userID IS DISTINCT FROM $3))
        """

    /// Whether no other user has or holds a name, or a name that looks like it.
    static let unownedName = Query<Bool, String, String, UUIDv7?>("SELECT \(isUnowned)")

    private static let isUnowned: SQL = """
        NOT EXISTS (
                SELECT 1 FROM profile WHERE canonicalName = $1 AND userID IS DISTINCT FROM $3)
            AND NOT EXISTS (
                SELECT 1 FROM profile WHERE skeleton = $2 AND userID IS DISTINCT FROM $3)
        """

    /// Those of some skeletons whose name a user has, holds or recently had.
    static let takenSkeletons = Query<String, SQLList<String>, Int64>(
        """
        SELECT skeleton FROM profile WHERE skeleton = ANY($1)
        UNION ALL
        SELECT skeleton FROM quarantinedName WHERE skeleton = ANY($1) AND untilMs > $2
        """)

    /// Whether the user was released or erased, and whether the user has a profile.
    fileprivate static let standingOfUser = Query<(isGone: Bool, hasProfile: Bool), UUIDv7>(
        """
        SELECT EXISTS (SELECT 1 FROM releasedUser WHERE userID = $1)
                OR EXISTS (SELECT 1 FROM erasedUser WHERE userID = $1),
            EXISTS (SELECT 1 FROM profile WHERE userID = $1 AND createdAtMs IS NOT NULL)
        """
    ) { try ($0.next(), $0.next()) }

    static let hasProfile = Query<Bool, UUIDv7>(
        "SELECT createdAtMs IS NOT NULL FROM profile WHERE userID = $1")

    fileprivate static let nameOfUser = Query<String?, UUIDv7>(
        "SELECT canonicalName FROM profile WHERE userID = $1")

    static let profileOfUser = Query<UUIDv7, UUIDv7>(
        "SELECT userID FROM profile WHERE userID = $1 AND createdAtMs IS NOT NULL")

    fileprivate static let holdName = Command<UUIDv7, String?, String?>(
        """
        INSERT INTO profile (userID, name, canonicalName) VALUES ($1, $2, $3)
        ON CONFLICT (userID) DO UPDATE
        SET name = excluded.name, canonicalName = excluded.canonicalName
        """)

    fileprivate static let addProfile = Command<UUIDv7, Int64>(
        """
        UPDATE profile SET createdAtMs = $2, updatedAtMs = $2
        WHERE userID = $1 AND createdAtMs IS NULL
        """)

    fileprivate static let deleteName = Command<UUIDv7>(
        "DELETE FROM profile WHERE userID = $1")

    fileprivate static let noteRelease = Command<UUIDv7, Int64>(
        """
        INSERT INTO releasedUser (userID, releasedAtMs) VALUES ($1, $2)
        ON CONFLICT (userID) DO NOTHING
        """)
}

/// Why a user could not have a valid name.
enum NameObstacle {
    case reserved, taken

    fileprivate init?(_ name: DisplayName, _ standing: (isReserved: Bool?, isFree: Bool)) {
        if standing.isReserved ?? ReservedNames.contains(name.wordSkeleton) {
            self = .reserved
        } else if !standing.isFree {
            self = .taken
        } else {
            return nil
        }
    }
}

extension DisplayName {
    /// The skeleton for comparisons with reserved words.
    fileprivate var wordSkeleton: NameSkeleton { NameSkeleton(ofReserved: canonical) }
}
