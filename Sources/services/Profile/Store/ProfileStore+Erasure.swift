import RollcallCrypto
import Storage

extension ProfileStore {
    /// Deletes all data of a user, and records that the user must not come back. A late hold,
    /// confirmation or photo finds no profile. The user's names stay in quarantine without their
    /// owner. Times that stay with the names are cut to whole days. Exact times would reveal which
    /// names belonged to one user, and when that user was erased.
    ///
    /// - Parameter freesName: whether the user's names are free at once.
    /// - Returns: when the user was first erased, in milliseconds since 1970-01-01 UTC.
    func erase(_ user: UUIDv7, freesName: Bool, now: Int64) async throws -> Int64 {
        // Very many users may have blocked this one.
        while try await write({ try $0.run(Self.removeBlocksOf, user, 500) }) == 500 {}
        return try await write { transaction in
            if let erasedAt = try transaction.erasedAt(user) { return erasedAt }
            let name = try transaction.canonicalName(of: user)
            try transaction.endTenure(of: user, now: now)
            try transaction.replacePhoto(of: user, with: nil, now: now)
            try transaction.forgetReports(of: user)
            if try transaction.exists(Self.profileOfUser, user) {
                try transaction.noteChange(of: user)
            }
            if freesName { try transaction.run(Self.freeNames, user) }
            for command in Self.forgetUser { try transaction.run(command, user) }
            if let name {
                try transaction.endQuarantine(of: name)
                if !freesName {
                    try transaction.quarantine(name, of: nil, now: Self.endOfDay(now))
                }
            }
            try transaction.run(Self.noteErasure, user, now)
            return now
        }
    }
}

extension ProfileStore {
    static let dayMs: Int64 = 86_400_000

    /// The end of the day in UTC.
    static func endOfDay(_ time: Int64) -> Int64 {
        (time + dayMs - 1) / dayMs * dayMs
    }
}

extension Snapshot {
    /// When the user was erased, in milliseconds since 1970-01-01 UTC.
    func erasedAt(_ user: UUIDv7) throws -> Int64? {
        try first(ProfileStore.erasedUser, user)
    }
}

extension ProfileStore {
    fileprivate static let erasedUser = Query<Int64, UUIDv7>(
        "SELECT erasedAtMs FROM erasedUser WHERE userID = $1")

    private static let freeNames = Command<UUIDv7>(
        "DELETE FROM quarantinedName WHERE userID = $1")

    private static let forgetUser: [Command<UUIDv7>] = [
        Command("DELETE FROM profile WHERE userID = $1"),
        Command("DELETE FROM releasedUser WHERE userID = $1"),
        Command(
            """
            UPDATE quarantinedName
            SET userID = NULL, untilMs = (untilMs + 86399999) / 86400000 * 86400000
            WHERE userID = $1
            """),
        // The row that stays tells the followers of changes that the user is gone.
        Command("DELETE FROM change WHERE userID = $1 AND kind <> 0"),
        Command("DELETE FROM block WHERE userID = $1"),
        Command("DELETE FROM block WHERE blockedID = $1"),
        Command("DELETE FROM takeDownNotice WHERE userID = $1"),
        // The administrators' notes may name the user.
        Command(
            """
            UPDATE nameHistory
            SET userID = NULL, givenReason = NULL, takenReason = NULL,
                fromMs = fromMs / 86400000 * 86400000, untilMs = untilMs / 86400000 * 86400000
            WHERE userID = $1
            """),
    ]

    private static let noteErasure = Command<UUIDv7, Int64>(
        "INSERT INTO erasedUser (userID, erasedAtMs) VALUES ($1, $2)")
}
