import RollcallCrypto
import RollcallRPC
import Storage
import Tables

extension ProfileStore {
    /// - Throws: `profileNotFound`, also if the user has blocked the viewer, or the other way
    ///   round.
    func profile(of user: UUIDv7, for viewer: Viewer) async throws -> StoredProfile {
        try await first(Self.profileByUser, user, viewer.userID).orThrow(.profileNotFound)
    }

    /// - Throws: as `profile(of:for:)`; `profileNotFound` also while the name is only held.
    func profile(named name: DisplayName, for viewer: Viewer) async throws -> StoredProfile {
        try await first(Self.profileByName, name.canonical, viewer.userID)
            .orThrow(.profileNotFound)
    }

    /// The existing profiles of some users and names, in any order. A profile may appear twice.
    ///
    /// - Parameter withTexts: whether to read the texts, which may be long.
    func profiles(
        of users: [UUIDv7], named names: [DisplayName], withTexts: Bool, for viewer: Viewer
    ) async throws -> [StoredProfile] {
        try await read { snapshot in
            var profiles: [StoredProfile] = []
            if !users.isEmpty {
                let query = withTexts ? Self.profilesByUser : Self.briefProfilesByUser
                profiles += try snapshot.all(query, SQLList(users), viewer.userID)
            }
            if !names.isEmpty {
                let query = withTexts ? Self.profilesByName : Self.briefProfilesByName
                profiles += try snapshot.all(
                    query, SQLList(names.map(\.canonical)), viewer.userID)
            }
            return profiles
        }
    }

    /// The user's own profile. While the name is only held, the profile has only the name: no
    /// photo, and 0 for the times.
    ///
    /// - Throws: `profileNotFound`.
    func exportedProfile(of user: UUIDv7) async throws -> StoredProfile {
        try await first(Self.exportedProfile, user).orThrow(.profileNotFound)
    }

    /// The user who has or holds the name. `nil` stands for an invalid name, and is looked up in
    /// the same way. Only the index of names is read, so that the time does not depend on the
    /// user's data.
    ///
    /// - Throws: `profileNotFound` if no user has or holds it.
    func user(named name: DisplayName?) async throws -> UUIDv7 {
        try await first(Self.userByName, name?.canonical ?? "").orThrow(.profileNotFound)
    }

    /// The names of those of the users who have a profile, in any order.
    func names(of users: [UUIDv7]) async throws -> [(user: UUIDv7, name: String)] {
        try await all(Self.names, SQLList(users))
    }

    /// Applies a change, all or nothing.
    ///
    /// - Throws: `profileNotFound`, `displayNameTaken`, `displayNameReserved`, `renamedTooOften`;
    ///   `revisionMismatch`.
    func update(
        _ user: UUIDv7, _ change: ProfileEdit, now: Int64
    ) async throws -> StoredProfile {
        try await write { transaction in
            let (old, isGenerated) = try transaction.first(Self.profileAndOrigin, user)
                .orThrow(.profileNotFound)
            if let revision = change.revision, revision != old.revision {
                throw RPCError.revisionMismatch(current: old.revision)
            }
            var new = change.applied(to: old)
            guard new != old else { return old }
            new.revision += 1
            // A change that others cannot see does not move the update time, which others see.
            let isSeen = new.message(for: .anotherUser) != old.message(for: .anotherUser)
            if isSeen { new.updatedAt = max(old.updatedAt, now) }
            if let name = change.name, name.text != old.name {
                try transaction.rename(old, isGenerated: isGenerated, to: name, now: now)
            }
            if new.details != old.details || new.visibilities != old.visibilities
                || new.isFindable != old.isFindable
            {
                try transaction.setDetails(of: new)
            }
            if isSeen || new.isPhotoPublic != old.isPhotoPublic {
                try transaction.noteChange(of: user)
            } else {
                try transaction.noteOwnChange(of: user)
            }
            return new
        }
    }
}

extension ProfileTransaction {
    fileprivate func rename(
        _ old: StoredProfile, isGenerated: Bool, to name: DisplayName, now: Int64
    ) throws {
        let oldName = old.name.lowercased()
        if oldName != name.canonical {
            try requireFree(name, for: old.user, now: now)
            try requireRoomForRename(of: old.user, now: now)
            try endQuarantine(of: name.canonical)
            try endTenure(of: old.user, now: now)
            // A generated name was not chosen, so it needs no quarantine.
            if !oldName.isEmpty, !isGenerated { try giveUp(oldName, of: old.user, now: now) }
        }
        try setName(name, of: old.user, now: now)
    }

    func setDetails(of profile: StoredProfile) throws {
        let details = profile.details
        try run(
            ProfileStore.setDetails, profile.user, profile.revision, profile.updatedAt,
            details.bio.nilIfEmpty, details.pronouns.nilIfEmpty, details.location.nilIfEmpty,
            details.links.joined(separator: "\n").nilIfEmpty, profile.visibilities.bits,
            profile.isFindable)
    }

    /// Gives a user another name, or changes the case of the present one.
    ///
    /// - Parameter reason: why an administrator gives it.
    func setName(
        _ name: DisplayName, of user: UUIDv7, givenBecause reason: PlainText? = nil, now: Int64
    ) throws {
        try run(ProfileStore.setName, now, name.text, name.canonical, user, reason?.text)
    }
}

/// The SQL, by keys alone: the cost of a call does not depend on the number of users.
extension ProfileStore {
    /// The profiles that others see.
    private static let seenProfiles: SQL = """
        FROM profile LEFT JOIN photo ON photo.id = photoID
        WHERE createdAtMs IS NOT NULL
        """

    /// Parameters: a user, and the viewer, if that is a user.
    static let profileByUser = Query<StoredProfile, UUIDv7, UUIDv7?>(
        "\(profiles) AND userID = $1")

    static let profileByName = Query<StoredProfile, String, UUIDv7?>(
        "\(profiles) AND canonicalName = $1")

    static let profilesByUser = Query<StoredProfile, SQLList<UUIDv7>, UUIDv7?>(
        "\(profiles) AND userID = ANY($1)")

    static let profilesByName = Query<StoredProfile, SQLList<String>, UUIDv7?>(
        "\(profiles) AND canonicalName = ANY($1)")

    static let briefProfilesByUser = Query<StoredProfile, SQLList<UUIDv7>, UUIDv7?>(
        "\(briefProfiles) AND userID = ANY($1)")

    static let briefProfilesByName = Query<StoredProfile, SQLList<String>, UUIDv7?>(
        "\(briefProfiles) AND canonicalName = ANY($1)")

    private static let profiles: SQL = """
        SELECT \(StoredProfile.columns) \(seenProfiles) AND \(isUnblocked(by: "$2"))
        """
    private static let briefProfiles: SQL = """
        SELECT \(StoredProfile.briefColumns) \(seenProfiles) AND \(isUnblocked(by: "$2"))
        """

    private static let profileAndOrigin = Query<(StoredProfile, isGenerated: Bool), UUIDv7>(
        "SELECT \(StoredProfile.columns), isGenerated \(seenProfiles) AND userID = $1"
    ) { try (StoredProfile(&$0), $0.next()) }

    static let exportedProfile = Query<StoredProfile, UUIDv7>(
        """
        SELECT userID, \(toldName), \(StoredPhoto.columns),
            coalesce(createdAtMs, 0), coalesce(updatedAtMs, 0), \(StoredProfile.ownColumns)
        FROM profile LEFT JOIN photo ON photo.id = photoID
        WHERE userID = $1
        """)

    static let userByName = Query<UUIDv7, String>(
        "SELECT userID FROM profile WHERE canonicalName = $1")

    static let names = Query<(user: UUIDv7, name: String), SQLList<UUIDv7>>(
        """
        SELECT userID, name FROM profile
        WHERE userID = ANY($1) AND createdAtMs IS NOT NULL AND name IS NOT NULL
        """
    ) { try ($0.next(), $0.next()) }

    fileprivate static let setName = Command<Int64, String, String, UUIDv7, String?>(
        """
        UPDATE profile
        SET \(updatedNow), name = $2, canonicalName = $3,
            isGenerated = isGenerated AND canonicalName = $3,
            namedAtMs = CASE WHEN canonicalName = $3 THEN namedAtMs ELSE $1 END,
            givenReason = CASE WHEN canonicalName = $3 THEN givenReason ELSE $5 END
        WHERE userID = $4
        """)

    /// The name for messages: empty for a user without one.
    static let toldName: SQL = "coalesce(name, '') AS name"

    fileprivate static let setDetails = Command<
        UUIDv7, UInt64, Int64, String?, String?, String?, String?, Int, Bool
    >(
        """
        UPDATE profile
        SET revision = $2, updatedAtMs = $3, bio = $4, pronouns = $5, location = $6, links = $7,
            visibilities = $8, isFindable = $9
        WHERE userID = $1
        """)

    /// Counts a change, and moves the update time to `$1`, never backwards.
    static let updatedNow: SQL = """
        revision = revision + 1,
        updatedAtMs = CASE WHEN updatedAtMs < $1 THEN $1 ELSE updatedAtMs END
        """
}

extension String {
    var nilIfEmpty: String? { isEmpty ? nil : self }
}
