import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Tables

extension ProfileStore {
    /// The present and the former owners of a name, the newest first.
    ///
    /// - Parameters:
    ///   - number: returns tenures before this one; `nil` for the newest ones.
    ///   - limit: the most tenures to return.
    func history(
        of name: DisplayName, before number: Int?, limit: Int, now: Int64
    ) async throws -> GetNameHistoryResponse {
        try await read { snapshot in
            var tenures = try snapshot.all(
                Self.tenures, name.canonical, number ?? Int(Int32.max), limit)
            let owner = try snapshot.first(Self.owner, name.canonical)
            let isHeld = owner?.from == nil
            if number == nil, let owner, let from = owner.from {
                // Read separately, as the present owner may be the only tenure of a page.
                let count = try snapshot.first(Self.pastOwners, name.canonical) ?? 0
                tenures.insert(
                    NameTenure(
                        number: UInt32(count + 1), userID: owner.user.description,
                        displayName: owner.name, beganAtMs: from, givenReason: owner.givenReason),
                    at: 0)
            }
            return GetNameHistoryResponse(
                tenures: Array(tenures.prefix(limit)),
                heldForUserID: isHeld ? owner?.user.description ?? "" : "",
                quarantineEndsAtMs: try snapshot.first(
                    Self.quarantineEndOfName, name.canonical, now) ?? 0)
        }
    }

    /// The data of a user besides the profile: blocked users, former names and sent reports, the
    /// newest first; and the notices that the user has still to get.
    func records(of user: UUIDv7) async throws -> ExportProfileResponse {
        try await read { snapshot in
            ExportProfileResponse(
                blockedUserIDs: try snapshot.all(Self.blockedBy, user).map(\.description),
                pastNames: try snapshot.all(Self.pastNames, user, 10_000),
                reports: try snapshot.all(Self.sentReports, user, 10_000),
                unsentNotices: try snapshot.all(Self.noticesOfUser, user, 10_000))
        }
    }

    /// Gives the user a name, even one that is reserved or was recently given up by another user.
    /// The user cannot get the old name back.
    ///
    /// - Parameter notice: tells the user that the old name was taken away, if it was.
    /// - Throws: `profileNotFound`, `displayNameTaken`.
    func giveName(
        _ name: DisplayName, to key: ProfileKey, because reason: PlainText,
        telling notice: OwnerNotice?, now: Int64
    ) async throws -> UUIDv7 {
        try await write { transaction in
            let (user, old, isGenerated) = try transaction.named(key)
            guard old != name.text else { return user }
            if old.lowercased() != name.canonical {
                try transaction.requireUnowned(name, by: user)
                try transaction.endQuarantine(of: name.canonical)
                try transaction.takeName(
                    old, from: user, isGenerated: isGenerated, because: reason, now: now)
                try transaction.notify(user, ofTaking: old, notice)
            }
            try transaction.setName(name, of: user, givenBecause: reason, now: now)
            try transaction.noteChange(of: user)
            return user
        }
    }

    /// Takes the user's name away. For a while no user can get it, not even this one. Does nothing
    /// for a user without a name.
    ///
    /// - Parameter notice: tells the user, if there was a name.
    /// - Throws: `profileNotFound`.
    func takeName(
        from key: ProfileKey, because reason: PlainText, telling notice: OwnerNotice?, now: Int64
    ) async throws -> UUIDv7 {
        try await write { transaction in
            let (user, old, _) = try transaction.named(key)
            guard !old.isEmpty else { return user }
            try transaction.removeName(old, from: user, because: reason, now: now)
            try transaction.notify(user, ofTaking: old, notice)
            return user
        }
    }
}

extension ProfileTransaction {
    /// Records the end of the user's present name. Does nothing for a user without one.
    ///
    /// Must come before the name is changed, in the same transaction.
    ///
    /// - Parameter reason: why an administrator took it away; `nil` if none did.
    func endTenure(of user: UUIDv7, because reason: PlainText? = nil, now: Int64) throws {
        try run(ProfileStore.endTenure, user, now, reason?.text)
    }

    /// Must come before a user changes their own name. It bounds the history of the user's names.
    ///
    /// - Throws: `renamedTooOften`.
    func requireRoomForRename(of user: UUIDv7, now: Int64) throws {
        let month = ProfileStore.quarantineMs
        let end = try first(
            ProfileStore.endOfTenure, user, now - month, ProfileStore.renameLimit - 1)
        guard let end else { return }
        throw RPCError.renamedTooOften(.milliseconds(end + month - now))
    }

    /// Takes the user's name away, also a generated one, and puts it in quarantine.
    func removeName(
        _ name: String, from user: UUIDv7, because reason: PlainText, now: Int64
    ) throws {
        try takeName(name, from: user, isGenerated: false, because: reason, now: now)
        try run(ProfileStore.removeName, now, user)
        try noteChange(of: user)
    }

    fileprivate func takeName(
        _ old: String, from user: UUIDv7, isGenerated: Bool, because reason: PlainText, now: Int64
    ) throws {
        guard !old.isEmpty else { return }
        try endTenure(of: user, because: reason, now: now)
        if !isGenerated { try quarantine(old.lowercased(), of: nil, now: now) }
    }

    /// - Throws: `profileNotFound`.
    func named(
        _ key: ProfileKey
    ) throws -> (user: UUIDv7, name: String, isGenerated: Bool) {
        let named =
            switch key {
            case .id(let user): try first(ProfileStore.namedByID, user)
            case .name(let name): try first(ProfileStore.namedByName, name.canonical)
            }
        guard let named else { throw RPCError.profileNotFound }
        return named
    }

    /// - Throws: `displayNameTaken` if another user has or holds the name, or a name that looks
    ///   like it.
    fileprivate func requireUnowned(_ name: DisplayName, by user: UUIDv7) throws {
        let isUnowned = try first(
            ProfileStore.unownedName, name.canonical, name.skeleton.text, user)
        guard isUnowned == true else { throw RPCError.displayNameTaken }
    }
}

extension ProfileStore {
    /// How often a user may change their name in 30 days, also back to names of their own.
    static let renameLimit = 64

    /// When the user gave up a name after a given time; the newest is number 0.
    fileprivate static let endOfTenure = Query<Int64, UUIDv7, Int64, Int>(
        """
        SELECT untilMs FROM nameHistory WHERE userID = $1 AND untilMs > $2
        ORDER BY untilMs DESC LIMIT 1 OFFSET $3
        """)

    /// The user's former names, the newest first.
    static let pastNames = Query<PastName, UUIDv7, Int>(
        """
        SELECT name, fromMs, untilMs FROM nameHistory WHERE userID = $1
        ORDER BY untilMs DESC LIMIT $2
        """
    ) { try PastName(displayName: $0.next(), beganAtMs: $0.next(), endedAtMs: $0.next()) }

    /// Parameters: the name, the number of the tenure after the page, and the limit.
    static let tenures = Query<NameTenure, String, Int, Int>(
        """
        SELECT number, userID, name, fromMs, untilMs, coalesce(givenReason, ''),
            coalesce(takenReason, '')
        FROM nameHistory WHERE canonicalName = $1 AND number < $2 ORDER BY number DESC LIMIT $3
        """
    ) { columns in
        let number = try columns.next(as: UInt32.self)
        let user = try columns.next(as: UUIDv7?.self)
        return try NameTenure(
            number: number, userID: user?.description ?? "", displayName: columns.next(),
            beganAtMs: columns.next(), endedAtMs: columns.next(), givenReason: columns.next(),
            takenReason: columns.next())
    }

    /// How many owners the name had before the present one.
    static let pastOwners = Query<Int, String>(
        "SELECT coalesce(max(number), 0) FROM nameHistory WHERE canonicalName = $1")

    /// The user who has the name, with the time of getting it; or who holds it, with no time.
    static let owner = Query<
        (user: UUIDv7, name: String, from: Int64?, givenReason: String), String
    >(
        """
        SELECT userID, name, \(namedAt), coalesce(givenReason, '') FROM profile
        WHERE canonicalName = $1
        """
    ) { try ($0.next(), $0.next(), $0.next(), $0.next()) }

    static let quarantineEndOfName = Query<Int64, String, Int64>(
        "SELECT untilMs FROM quarantinedName WHERE canonicalName = $1 AND untilMs > $2")

    fileprivate static let namedByID = Query<
        (user: UUIDv7, name: String, isGenerated: Bool), UUIDv7
    >(
        "\(named) WHERE createdAtMs IS NOT NULL AND userID = $1"
    ) { try ($0.next(), $0.next(), $0.next()) }

    fileprivate static let namedByName = Query<
        (user: UUIDv7, name: String, isGenerated: Bool), String
    >(
        "\(named) WHERE createdAtMs IS NOT NULL AND canonicalName = $1"
    ) { try ($0.next(), $0.next(), $0.next()) }

    private static let named: SQL = "SELECT userID, \(toldName), isGenerated FROM profile"

    /// Parameters: the user, the present time, and the reason.
    fileprivate static let endTenure = Command<UUIDv7, Int64, String?>(
        """
        INSERT INTO nameHistory (
            canonicalName, number, name, userID, fromMs, untilMs, givenReason, takenReason)
        SELECT canonicalName,
            1 + coalesce((
                SELECT max(number) FROM nameHistory AS past
                WHERE past.canonicalName = profile.canonicalName), 0),
            name, userID, \(namedAt), CASE WHEN \(namedAt) < $2 THEN $2 ELSE \(namedAt) END,
            givenReason, $3
        FROM profile WHERE userID = $1 AND createdAtMs IS NOT NULL AND name IS NOT NULL
        """)

    private static let namedAt: SQL = "coalesce(namedAtMs, createdAtMs)"

    fileprivate static let removeName = Command<Int64, UUIDv7>(
        """
        UPDATE profile
        SET \(updatedNow), name = NULL, canonicalName = NULL, isGenerated = FALSE,
            namedAtMs = NULL, givenReason = NULL
        WHERE userID = $2
        """)
}
