import MessageJSON
import RollcallAPI
import RollcallCrypto
import Storage

/// The JSON files of an export: each named member is chosen, so that a column that is added later does
/// not get out by itself. Times are milliseconds since 1970-01-01 UTC.
extension JSON {
    /// As a file for people and programs.
    var file: [UInt8] { Array("\(page())\n".utf8) }

    private static func texts(_ texts: [String]) -> JSON {
        .array(texts.map(JSON.string))
    }
}

extension JSON {
    static func exported(_ account: Account) -> JSON {
        .members([
            "user_id": .string(account.id.description),
            "email": .string(account.email),
            "email_verified_at_ms": account.emailVerifiedAt.map(JSON.number),
            "password_changed_at_ms": .number(account.passwordChangedAt),
            "locale": .string(account.locale),
            "role": .string(account.role.rawValue),
            "created_at_ms": .number(account.createdAt),
            "disabled_until_ms": account.disabledUntil.map(JSON.number),
        ])
    }

    static let sessionColumns: SQL = """
        id, deviceLabel, platform, appVersion, addressPrefix, createdAtMs, refreshedAtMs, endedAtMs,
        endReason
        """

    /// - Throws: `StorageError.corrupt`.
    init(session columns: inout Columns) throws {
        self = .members([
            "session_id": .string(try columns.next(as: UUIDv7.self).description),
            "device_label": .string(try columns.next()),
            "platform": .string(try columns.next()),
            "app_version": .string(try columns.next()),
            "address_prefix": .string(try columns.next()),
            "created_at_ms": .number(try columns.next()),
            "last_used_at_ms": .number(try columns.next()),
            "ended_at_ms": try columns.next(as: Int64?.self).map(JSON.number),
            "end_reason": try columns.next(as: String?.self).map(JSON.string),
        ])
    }

    static let deviceColumns: SQL = "id, createdAtMs, lastUsedAtMs"

    /// A device that the account knows: what it shows to be known is not in it.
    ///
    /// - Throws: `StorageError.corrupt`.
    init(device columns: inout Columns) throws {
        self = .object([
            "device_id": .string(try columns.next(as: UUIDv7.self).description),
            "first_seen_at_ms": .number(try columns.next()),
            "last_seen_at_ms": .number(try columns.next()),
        ])
    }

    static let mailColumns: SQL = "id, kind, recipient, state, createdAtMs, endedAtMs"

    /// A mail that is to be sent or was sent lately. Its text is not kept.
    ///
    /// - Throws: `StorageError.corrupt`.
    init(mail columns: inout Columns) throws {
        self = .members([
            "mail_id": .string(try columns.next(as: UUIDv7.self).description),
            "kind": .string(try columns.next()),
            "recipient": .string(try columns.next()),
            "state": .string(try columns.next()),
            "created_at_ms": .number(try columns.next()),
            "ended_at_ms": try columns.next(as: Int64?.self).map(JSON.number),
        ])
    }

    static func exported(_ response: ExportPresenceResponse) -> JSON {
        let state =
            switch response.presence?.state {
            case .online: "online"
            case .away: "away"
            default: "offline"
            }
        let lastSeen = response.presence?.lastSeenMs ?? 0
        return .members([
            "state": .string(state),
            "last_seen_ms": lastSeen == 0 ? nil : .number(lastSeen),
            "devices": .array(
                response.leases.map {
                    .object([
                        "lease_ms": .number(Int64($0.leaseMs)), "is_away": .bool($0.away),
                        "session_id": .string($0.sessionID),
                    ])
                }),
        ])
    }

    static func exported(_ export: ProfileExport) -> JSON {
        let profile = export.profile
        return .members([
            "display_name": .string(profile.displayName),
            "photo": profile.photo.map {
                .object([
                    "photo_id": .string($0.photoID), "size": .number(Int64($0.size)),
                    "width": .number(Int64($0.width)), "height": .number(Int64($0.height)),
                ])
            },
            "bio": .string(profile.bio),
            "pronouns": .string(profile.pronouns),
            "location": .string(profile.location),
            "links": texts(profile.links),
            // Who sees which field.
            "visibilities": .object(
                Dictionary(
                    profile.visibilities.map {
                        ("\($0.field)", .string($0.visibility.exportName))
                    }
                ) { first, _ in first }),
            "is_findable": .bool(profile.isFindable),
            "blocked_user_ids": texts(export.blockedUserIDs),
            "past_names": .array(
                export.pastNames.map {
                    .object([
                        "display_name": .string($0.displayName), "from_ms": .number($0.fromMs),
                        "until_ms": .number($0.untilMs),
                    ])
                }),
            // Those that the user has sent.
            "reports": .array(
                export.reports.map {
                    .object([
                        "user_id": .string($0.userID), "reason": .string("\($0.reason)"),
                        "note": .string($0.note), "sent_at_ms": .number($0.sentAtMs),
                    ])
                }),
            // Of what was taken away, and the user was not told yet.
            "unsent_notices": .array(
                export.unsentNotices.map {
                    .object([
                        "fields": texts($0.fields.map { "\($0)" }), "reason": .string($0.reason),
                        "taken_down_at_ms": .number($0.takenDownAtMs),
                    ])
                }),
            "created_at_ms": .number(profile.createdAtMs),
            "updated_at_ms": .number(profile.updatedAtMs),
        ])
    }
}

extension Visibility {
    fileprivate var exportName: String {
        switch self {
        case .signedIn: "signed_in"
        case .everyone: "everyone"
        case .onlyMe: "only_me"
        case .unspecified, .unrecognized: "unknown"
        }
    }
}
