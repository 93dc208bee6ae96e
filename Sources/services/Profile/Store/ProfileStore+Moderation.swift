import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Tables

/// What was reported and how it is decided.
extension ProfileStore {
    /// How many users' words one report shows.
    static let shownReports = 100

    /// The open reports behind `id`, the oldest first.
    func reports(after id: UUIDv7?, limit: Int) async throws -> [Report] {
        try await read { snapshot in
            let profiles = try snapshot.all(Self.reportPage, id?.bytes ?? [], limit)
            return try snapshot.reports(of: profiles)
        }
    }

    /// - Returns: what the report says, and the photo that is kept with it.
    /// - Throws: `reportNotFound`.
    func report(_ id: UUIDv7) async throws -> (ReportDetails, photo: StoredPhoto?) {
        try await read { snapshot in
            let kept = try snapshot.first(Self.reportedProfile, id).orThrow(.reportNotFound)
            let current = try snapshot.first(Self.exportedProfile, kept.user)
            let row = (id: id, user: kept.user, name: kept.name)
            let details = ReportDetails(
                report: try snapshot.reports(of: [row]).first,
                profile: kept.message(for: .anotherUser),
                remaining: current.map { kept.fields(unchangedIn: $0) } ?? [],
                entries: try snapshot.all(Self.reportEntries, id, Self.shownReports))
            return (details, kept.photo)
        }
    }

    /// Takes away what the user still has of what was reported, if anything, and forgets what was
    /// kept.
    ///
    /// - Parameter notice: an id for the notice to the user.
    /// - Throws: `reportNotFound`.
    func decide(
        _ id: UUIDv7, _ taken: TakenFields, notice: UUIDv7, now: Int64
    ) async throws -> (user: UUIDv7, fields: [ProfileField]) {
        try await write { transaction in
            let kept = try transaction.first(Self.reportedProfile, id).orThrow(.reportNotFound)
            var fields: [ProfileField] = []
            if let current = try transaction.first(Self.exportedProfile, kept.user) {
                fields = kept.fields(unchangedIn: current).filter(taken.fields.contains)
                try transaction.takeDown(
                    fields, of: current, because: taken.reason, notice: notice, now: now)
            }
            try transaction.refusePhoto(of: kept, taken, now: now)
            for command in Self.closeReport { try transaction.run(command, id) }
            if let photo = kept.photo { try transaction.discardIfUnused(photo.id) }
            return (kept.user, fields)
        }
    }

    /// - Parameter notice: an id for the notice to the user.
    /// - Throws: `profileNotFound`.
    func takeDown(
        _ taken: TakenFields, of key: ProfileKey, notice: UUIDv7, now: Int64
    ) async throws -> (user: UUIDv7, fields: [ProfileField]) {
        try await write { transaction in
            let user = try transaction.named(key).user
            let current = try transaction.first(Self.exportedProfile, user)
                .orThrow(.profileNotFound)
            let fields = current.filledFields.filter(taken.fields.contains)
            try transaction.takeDown(
                fields, of: current, because: taken.reason, notice: notice, now: now)
            try transaction.refusePhoto(of: current, taken, now: now)
            return (user, fields)
        }
    }
}

extension Snapshot {
    fileprivate func reports(
        of profiles: [(id: UUIDv7, user: UUIDv7, name: String)]
    ) throws -> [Report] {
        guard !profiles.isEmpty else { return [] }
        let rows = try all(ProfileStore.reportCounts, SQLList(profiles.map(\.id)))
        let counts = Dictionary(grouping: rows, by: \.report)
        return profiles.map { profile in
            Report(
                reportID: profile.id.description, userID: profile.user.description,
                displayName: profile.name, reportedAtMs: profile.id.milliseconds,
                counts: counts[profile.id, default: []].map(\.count))
        }
    }
}

extension ProfileTransaction {
    /// - Parameter profile: as it is now.
    fileprivate func takeDown(
        _ fields: [ProfileField], of profile: StoredProfile, because reason: PlainText,
        notice: UUIDv7, now: Int64
    ) throws {
        var new = profile
        for field in fields { new.details.clear(field) }
        if new.details != profile.details {
            new.revision += 1
            new.updatedAt = max(profile.updatedAt, now)
            try setDetails(of: new)
            try noteChange(of: profile.user)
        }
        if fields.contains(.photo) { try replacePhoto(of: profile.user, with: nil, now: now) }
        if fields.contains(.displayName) {
            try removeName(profile.name, from: profile.user, because: reason, now: now)
        }
        try notify(profile.user, ofTaking: fields, because: reason, id: notice)
    }

    /// Has the photo refused when it comes again, if it is among what is taken away.
    fileprivate func refusePhoto(
        of profile: StoredProfile, _ taken: TakenFields, now: Int64
    ) throws {
        guard let photo = profile.photo, taken.fields.contains(.photo), !taken.allowsPhoto
        else { return }
        try run(ProfileStore.refusePhoto, photo.id, taken.reason.text, now)
    }
}

extension ProfileStore {
    static let reportPage = Query<(id: UUIDv7, user: UUIDv7, name: String), [UInt8], Int>(
        """
        SELECT id, userID, \(toldName) FROM reportedProfile WHERE id > $1 ORDER BY id LIMIT $2
        """
    ) { try ($0.next(), $0.next(), $0.next()) }

    static let reportCounts = Query<(report: UUIDv7, count: ReportCount), SQLList<UUIDv7>>(
        """
        SELECT reportedProfileID, reason, count(*) FROM report WHERE reportedProfileID = ANY($1)
        GROUP BY reportedProfileID, reason ORDER BY reason
        """
    ) { columns in
        let report = try columns.next(as: UUIDv7.self)
        return try (report, ReportCount(reason: columns.next(), count: columns.next()))
    }

    /// As it was seen.
    static let reportedProfile = Query<StoredProfile, UUIDv7>(
        """
        SELECT userID, \(toldName), \(StoredPhoto.columns), CAST(0 AS BIGINT), CAST(0 AS BIGINT),
            revision, bio, pronouns, location, links, CAST(0 AS BIGINT), FALSE
        FROM reportedProfile LEFT JOIN photo ON photo.id = photoID
        WHERE reportedProfile.id = $1
        """)

    static let reportEntries = Query<ReportEntry, UUIDv7, Int>(
        """
        SELECT userID, reason, coalesce(note, ''), sentAtMs FROM report
        WHERE reportedProfileID = $1 ORDER BY id LIMIT $2
        """
    ) { columns in
        let user = try columns.next(as: UUIDv7?.self)
        return try ReportEntry(
            reporterUserID: user?.description ?? "", reason: columns.next(),
            note: columns.next(), reportedAtMs: columns.next())
    }

    static let closeReport: [Command<UUIDv7>] = [
        Command("UPDATE report SET reportedProfileID = NULL WHERE reportedProfileID = $1"),
        Command("DELETE FROM reportedProfile WHERE id = $1"),
    ]
}
