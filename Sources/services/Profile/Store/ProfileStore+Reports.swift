import Blobs
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage

/// Which users have reported which.
extension ProfileStore {
    /// How many users one user may report in a day.
    static let reportLimit = 20
    /// How long reports are kept after they need no decision any more.
    static let reportKeepMs: Int64 = 30 * dayMs

    /// Stores what signed-in users see of a profile now, until an administrator has decided. By id
    /// any user can be reported, existing or not. Otherwise a refusal would reveal who has blocked
    /// the caller. By name, only users whom the caller finds can be reported.
    ///
    /// - Parameter id: of the report.
    /// - Throws: `profileNotFound`, also for a user who has no profile; `reportedTooOften`;
    ///   `RPCError` (FIELD_MALFORMED) for users who would report themselves.
    func report(
        _ key: ProfileKey, by user: UUIDv7, _ complaint: Complaint, id: UUIDv7, now: Int64
    ) async throws {
        try await write { transaction in
            guard try transaction.hasProfile(user) == true else {
                throw RPCError.profileNotFound
            }
            let reported = try transaction.user(key, foundBy: user)
            guard reported != user else { throw RPCError.reportOfOneself }
            try transaction.requireRoomForReport(of: reported, by: user, now: now)
            let kept = try transaction.keepProfile(of: reported, as: id)
            let note = complaint.note.text
            try transaction.run(
                Self.addReport, id, user, reported, kept, complaint.reason,
                note.isEmpty ? nil : note, now)
        }
    }
}

extension ProfileTransaction {
    /// - Throws: `reportedTooOften`.
    fileprivate func requireRoomForReport(
        of reported: UUIDv7, by user: UUIDv7, now: Int64
    ) throws {
        let day = ProfileStore.dayMs
        let recent = try all(
            ProfileStore.recentReports, user, now - day, ProfileStore.reportLimit)
        var blockers = recent.filter { $0.reported == reported }.map(\.sentAt)
        if recent.count == ProfileStore.reportLimit, let oldest = recent.last {
            blockers.append(oldest.sentAt)
        }
        guard let last = blockers.max() else { return }
        throw RPCError.reportedTooOften(.milliseconds(last + day - now))
    }

    /// - Returns: the id under which the profile is stored; `nil` if the user has none.
    fileprivate func keepProfile(of user: UUIDv7, as id: UUIDv7) throws -> UUIDv7? {
        guard let profile = try first(ProfileStore.exportedProfile, user), profile.createdAt > 0
        else { return nil }
        if let kept = try first(ProfileStore.keptProfile, user, profile.revision) { return kept }
        let seen = profile.message(for: .anotherUser)
        try run(
            ProfileStore.keepProfile, id, user, profile.revision, seen.displayName.nilIfEmpty,
            seen.bio.nilIfEmpty, seen.pronouns.nilIfEmpty, seen.location.nilIfEmpty,
            seen.links.joined(separator: "\n").nilIfEmpty,
            seen.photo == nil ? nil : profile.photo?.id)
        return id
    }

    /// Deletes reports about a user, and anonymises reports by the user. Their notes are deleted.
    /// Those reports stay, as they are about other users.
    func forgetReports(of user: UUIDv7) throws {
        let photos = try Set(all(ProfileStore.keptPhotos, user))
        for command in ProfileStore.forgetReports { try run(command, user) }
        for photo in photos { try discardIfUnused(photo) }
    }
}

extension ProfileStore {
    /// The users that a user has reported after a given time, the newest first.
    static let recentReports = Query<(reported: UUIDv7, sentAt: Int64), UUIDv7, Int64, Int>(
        """
        SELECT reportedID, sentAtMs FROM report WHERE userID = $1 AND sentAtMs > $2
        ORDER BY sentAtMs DESC LIMIT $3
        """
    ) { try ($0.next(), $0.next()) }

    static let sentReports = Query<SentReport, UUIDv7, Int>(
        """
        SELECT reportedID, reason, coalesce(note, ''), sentAtMs FROM report WHERE userID = $1
        ORDER BY sentAtMs DESC LIMIT $2
        """
    ) { columns in
        let user = try columns.next(as: UUIDv7.self)
        return try SentReport(
            userID: user.description, reason: columns.next(), note: columns.next(),
            sentAtMs: columns.next())
    }

    static let keptProfile = Query<UUIDv7, UUIDv7, UInt64>(
        "SELECT id FROM reportedProfile WHERE userID = $1 AND revision = $2")

    fileprivate static let keepProfile = Command<
        UUIDv7, UUIDv7, UInt64, String?, String?, String?, String?, String?, BlobID?
    >(
        """
        INSERT INTO reportedProfile (
            id, userID, revision, name, bio, pronouns, location, links, photoID)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """)

    fileprivate static let addReport = Command<
        UUIDv7, UUIDv7, UUIDv7, UUIDv7?, ReportReason, String?, Int64
    >(
        """
        INSERT INTO report (id, userID, reportedID, reportedProfileID, reason, note, sentAtMs)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """)

    fileprivate static let keptPhotos = Query<BlobID, UUIDv7>(
        "SELECT photoID FROM reportedProfile WHERE userID = $1 AND photoID IS NOT NULL")

    fileprivate static let forgetReports: [Command<UUIDv7>] = [
        Command("UPDATE report SET userID = NULL, note = NULL WHERE userID = $1"),
        Command("DELETE FROM report WHERE reportedID = $1"),
        Command("DELETE FROM reportedProfile WHERE userID = $1"),
    ]

    /// Parameters: the time before which the reports were sent, and the most to delete.
    static let forgetOldReports = Command<Int64, Int>(
        .sweep(
            "report", by: "id", of: "sentAtMs",
            where: "reportedProfileID IS NULL AND sentAtMs < $1"))
}
