import Foundation
import RollcallAPI
import RollcallCrypto
import Storage

/// The JSON files of an export: each named field is chosen, so that a column that is added later does
/// not get out by itself. Times are milliseconds since 1970-01-01 UTC.
struct ExportedAccount: Encodable, Sendable {
    let userId: String
    let email: String
    let emailVerifiedAtMs: Int64?
    let passwordChangedAtMs: Int64
    let locale: String
    let role: String
    let createdAtMs: Int64
    let disabledUntilMs: Int64?

    init(_ account: Account) {
        userId = account.id.description
        email = account.email
        emailVerifiedAtMs = account.emailVerifiedAt
        passwordChangedAtMs = account.passwordChangedAt
        locale = account.locale
        role = account.role.rawValue
        createdAtMs = account.createdAt
        disabledUntilMs = account.disabledUntil
    }
}

struct ExportedSession: Encodable, Sendable {
    let sessionId: String
    let deviceLabel: String
    let platform: String
    let appVersion: String
    let addressPrefix: String
    let createdAtMs: Int64
    let lastUsedAtMs: Int64
    let endedAtMs: Int64?
    let endReason: String?

    static let columns: SQL = """
        id, deviceLabel, platform, appVersion, addressPrefix, createdAtMs, refreshedAtMs, endedAtMs,
        endReason
        """

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        sessionId = try columns.next(as: UUIDv7.self).description
        deviceLabel = try columns.next()
        platform = try columns.next()
        appVersion = try columns.next()
        addressPrefix = try columns.next()
        createdAtMs = try columns.next()
        lastUsedAtMs = try columns.next()
        endedAtMs = try columns.next()
        endReason = try columns.next()
    }
}

/// A device that the account knows: what it shows to be known is not in it.
struct ExportedDevice: Encodable, Sendable {
    let deviceId: String
    let firstSeenAtMs: Int64
    let lastSeenAtMs: Int64

    static let columns: SQL = "id, createdAtMs, lastUsedAtMs"

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        deviceId = try columns.next(as: UUIDv7.self).description
        firstSeenAtMs = try columns.next()
        lastSeenAtMs = try columns.next()
    }
}

/// A mail that is to be sent or was sent lately. Its text is not kept.
struct ExportedMail: Encodable, Sendable {
    let mailId: String
    let kind: String
    let recipient: String
    let state: String
    let createdAtMs: Int64
    let endedAtMs: Int64?

    static let columns: SQL = "id, kind, recipient, state, createdAtMs, endedAtMs"

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        mailId = try columns.next(as: UUIDv7.self).description
        kind = try columns.next()
        recipient = try columns.next()
        state = try columns.next()
        createdAtMs = try columns.next()
        endedAtMs = try columns.next()
    }
}

struct ExportedPresence: Encodable, Sendable {
    struct Device: Encodable, Sendable {
        let leaseMs: UInt32
        let isAway: Bool
        let sessionId: String
    }

    let state: String
    let lastSeenMs: Int64?
    let devices: [Device]

    init(_ response: ExportPresenceResponse) {
        state =
            switch response.presence?.state {
            case .online: "online"
            case .away: "away"
            default: "offline"
            }
        let lastSeen = response.presence?.lastSeenMs ?? 0
        lastSeenMs = lastSeen == 0 ? nil : lastSeen
        devices = response.leases.map {
            Device(leaseMs: $0.leaseMs, isAway: $0.away, sessionId: $0.sessionID)
        }
    }
}

struct ExportedProfile: Encodable, Sendable {
    struct Photo: Encodable, Sendable {
        let photoId: String
        let size: UInt32
        let width: UInt32
        let height: UInt32
    }

    struct Name: Encodable, Sendable {
        let displayName: String
        let fromMs: Int64
        let untilMs: Int64
    }

    struct Report: Encodable, Sendable {
        let userId: String
        let reason: String
        let note: String
        let sentAtMs: Int64
    }

    struct Notice: Encodable, Sendable {
        let fields: [String]
        let reason: String
        let takenDownAtMs: Int64
    }

    let displayName: String
    let photo: Photo?
    let bio: String
    let pronouns: String
    let location: String
    let links: [String]
    /// Who sees which field.
    let visibilities: [String: String]
    let isFindable: Bool
    let blockedUserIds: [String]
    let pastNames: [Name]
    /// Those that the user has sent.
    let reports: [Report]
    /// Of what was taken away, and the user was not told yet.
    let unsentNotices: [Notice]
    let createdAtMs: Int64
    let updatedAtMs: Int64

    init(_ export: ProfileExport) {
        let profile = export.profile
        isFindable = profile.isFindable
        blockedUserIds = export.blockedUserIDs
        pastNames = export.pastNames.map {
            Name(displayName: $0.displayName, fromMs: $0.fromMs, untilMs: $0.untilMs)
        }
        reports = export.reports.map {
            Report(
                userId: $0.userID, reason: "\($0.reason)", note: $0.note, sentAtMs: $0.sentAtMs)
        }
        unsentNotices = export.unsentNotices.map {
            Notice(
                fields: $0.fields.map { "\($0)" }, reason: $0.reason,
                takenDownAtMs: $0.takenDownAtMs)
        }
        displayName = profile.displayName
        photo = profile.photo.map {
            Photo(photoId: $0.photoID, size: $0.size, width: $0.width, height: $0.height)
        }
        bio = profile.bio
        pronouns = profile.pronouns
        location = profile.location
        links = profile.links
        visibilities = Dictionary(
            profile.visibilities.map { ("\($0.field)", $0.visibility.exportName) }
        ) { first, _ in first }
        createdAtMs = profile.createdAtMs
        updatedAtMs = profile.updatedAtMs
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

extension Encodable {
    /// As a file for people and programs: names in snake case, in alphabetical order.
    ///
    /// - Throws: `EncodingError`.
    var json: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = .convertToSnakeCase
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self)) + Array("\n".utf8)
        }
    }
}
