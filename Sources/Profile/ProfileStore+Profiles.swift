import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage

extension ProfileStore {
    /// - Throws: `profileNotFound`.
    func profile(of user: UUIDv7) async throws -> Profile {
        guard let profile = try await first(Self.profileByUser, user) else {
            throw RPCError.profileNotFound
        }
        return profile
    }

    /// - Throws: `profileNotFound`, also while the name is only held.
    func profile(named name: DisplayName) async throws -> Profile {
        guard let profile = try await first(Self.profileByName, name.canonical) else {
            throw RPCError.profileNotFound
        }
        return profile
    }

    /// The user's profile, also of a user who is frozen. While the name is only held, there is nothing
    /// but the name: no photo, and 0 for the times.
    ///
    /// - Throws: `profileNotFound`.
    func exportedProfile(of user: UUIDv7) async throws -> Profile {
        guard let profile = try await first(Self.exportedProfile, user) else {
            throw RPCError.profileNotFound
        }
        return profile
    }

    /// Who has or holds the name; `nil` stands for one that nobody can have, and is looked up like any
    /// other. Only the index of the names is looked at, whatever there is of the user.
    ///
    /// - Throws: `profileNotFound` if nobody has or holds it.
    func user(named name: DisplayName?) async throws -> UUIDv7 {
        guard let user = try await first(Self.userByName, name?.canonical ?? "") else {
            throw RPCError.profileNotFound
        }
        return user
    }

    /// The names of those of the users that have a profile, in no order.
    func names(of users: [UUIDv7]) async throws -> [(user: UUIDv7, name: String)] {
        try await all(Self.names, SQLList(users))
    }

    /// Gives the user another name, or the first one, and lets go of the old one at the same instant. A
    /// change of case alone is none.
    ///
    /// - Throws: `profileNotFound`, `displayNameTaken`, `renamedTooOften`.
    func rename(_ user: UUIDv7, to name: DisplayName, now: Int64) async throws -> Profile {
        try await write { transaction in
            guard let (profile, isGenerated) = try transaction.first(Self.profileAndOrigin, user)
            else { throw RPCError.profileNotFound }
            guard profile.displayName != name.text else { return profile }
            let old = profile.displayName.lowercased()
            if old != name.canonical {
                try transaction.requireFree(name, for: user, now: now)
                try transaction.endQuarantine(of: name.canonical)
                // A generated name was not chosen: nobody expects the user behind it.
                if !old.isEmpty, !isGenerated { try transaction.giveUp(old, of: user, now: now) }
            }
            try transaction.run(Self.setName, now, name.text, name.canonical, user)
            var renamed = profile
            renamed.displayName = name.text
            renamed.updatedAtMs = max(profile.updatedAtMs, now)
            return renamed
        }
    }
}

/// The SQL, by keys alone: what a call costs does not depend on how many users there are.
extension ProfileStore {
    /// The profiles that others see. Those of users who are frozen are not among them.
    private static let seenProfiles: SQL = """
        FROM profile LEFT JOIN photo ON photo.id = photoID
        WHERE createdAtMs IS NOT NULL AND frozenAtMs IS NULL
        """

    static let profileByUser = Query<Profile, UUIDv7>(
        "SELECT \(Profile.columns) \(seenProfiles) AND userID = $1"
    ) { try Profile(&$0) }

    static let profileByName = Query<Profile, String>(
        "SELECT \(Profile.columns) \(seenProfiles) AND canonicalName = $1"
    ) { try Profile(&$0) }

    private static let profileAndOrigin = Query<(Profile, isGenerated: Bool), UUIDv7>(
        "SELECT \(Profile.columns), isGenerated \(seenProfiles) AND userID = $1"
    ) { try (Profile(&$0), $0.next()) }

    private static let exportedProfile = Query<Profile, UUIDv7>(
        """
        SELECT userID, \(toldName), \(StoredPhoto.columns),
            coalesce(createdAtMs, 0), coalesce(updatedAtMs, 0)
        FROM profile LEFT JOIN photo ON photo.id = photoID
        WHERE userID = $1
        """
    ) { try Profile(&$0) }

    static let userByName = Query<UUIDv7, String>(
        "SELECT userID FROM profile WHERE canonicalName = $1")

    static let names = Query<(user: UUIDv7, name: String), SQLList<UUIDv7>>(
        """
        SELECT userID, name FROM profile
        WHERE userID = ANY($1) AND createdAtMs IS NOT NULL AND name IS NOT NULL
        """
    ) { try ($0.next(), $0.next()) }

    private static let setName = Command<Int64, String, String, UUIDv7>(
        """
        UPDATE profile
        SET \(updatedNow), name = $2, canonicalName = $3,
            isGenerated = isGenerated AND canonicalName = $3
        WHERE userID = $4
        """)

    /// The name as it is told: empty for a user without one.
    static let toldName: SQL = "coalesce(name, '') AS name"

    /// Sets the time of the last change to `$1`. It never goes back.
    static let updatedNow: SQL = """
        updatedAtMs = CASE WHEN updatedAtMs < $1 THEN $1 ELSE updatedAtMs END
        """
}
