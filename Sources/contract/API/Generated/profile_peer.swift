// swift-format-ignore-file
// Generated from rollcall/v1/profile_peer.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// The kind of data that Profile has of a user.
public enum ProfileState: OpenEnum {
    /// Unspecified; never sent.
    case unspecified
    /// A display name, or a place, that is held for a sign-up.
    case held
    /// A profile.
    case complete
    /// Only the record that the user was erased.
    case erased
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .held
        case 2: self = .complete
        case 3: self = .erased
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .held: 1
        case .complete: 2
        case .erased: 3
        case .unrecognized(let number): number
        }
    }
}

/// The display name to hold, and the user.
public struct HoldDisplayNameRequest: Message {
    /// The user that is signing up, a UUID in its text form.
    public var userID: String
    /// The display name; empty with `is_nameless`.
    public var displayName: String
    /// Whether the user signs up without a display name.
    public var isNameless: Bool

    public init(userID: String = "", displayName: String = "", isNameless: Bool = false) {
        self.userID = userID
        self.displayName = displayName
        self.isNameless = isNameless
    }
}

extension HoldDisplayNameRequest {
    public static let layout = MessageLayout(rollcall__v1__hold_display_name_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__HoldDisplayNameRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.isNameless = c.pointee.is_nameless != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__HoldDisplayNameRequest.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.is_nameless = self.isNameless ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "displayName": displayName, "isNameless": isNameless]
    }
}

/// The display name, or the place, is held.
public struct HoldDisplayNameResponse: EmptyMessage {
    public init() {}
}

extension HoldDisplayNameResponse {
    public static let layout = MessageLayout(rollcall__v1__hold_display_name_response__init)
}

/// The user whose held display name to confirm.
public struct ConfirmDisplayNameRequest: Message {
    /// The user that has signed up.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension ConfirmDisplayNameRequest {
    public static let layout = MessageLayout(rollcall__v1__confirm_display_name_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ConfirmDisplayNameRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ConfirmDisplayNameRequest.self)
        c.pointee.user_id = target.string(self.userID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID]
    }
}

/// The user has a profile, with the held display name, if any.
public struct ConfirmDisplayNameResponse: EmptyMessage {
    public init() {}
}

extension ConfirmDisplayNameResponse {
    public static let layout = MessageLayout(rollcall__v1__confirm_display_name_response__init)
}

/// The user whose held display name to release.
public struct ReleaseDisplayNameRequest: Message {
    /// The user who did not sign up after all.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension ReleaseDisplayNameRequest {
    public static let layout = MessageLayout(rollcall__v1__release_display_name_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReleaseDisplayNameRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReleaseDisplayNameRequest.self)
        c.pointee.user_id = target.string(self.userID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID]
    }
}

/// Nothing is held for the user.
public struct ReleaseDisplayNameResponse: EmptyMessage {
    public init() {}
}

extension ReleaseDisplayNameResponse {
    public static let layout = MessageLayout(rollcall__v1__release_display_name_response__init)
}

/// The display name to look up.
public struct ResolveDisplayNameRequest: Message {
    /// The display name, in any case.
    public var displayName: String

    public init(displayName: String = "") {
        self.displayName = displayName
    }
}

extension ResolveDisplayNameRequest {
    public static let layout = MessageLayout(rollcall__v1__resolve_display_name_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ResolveDisplayNameRequest.self)
        self.displayName = try source.string(c.pointee.display_name, "display_name")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ResolveDisplayNameRequest.self)
        c.pointee.display_name = target.string(self.displayName)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["displayName": displayName]
    }
}

/// The user who has or holds it.
public struct ResolveDisplayNameResponse: Message {
    /// A UUIDv7 in its text form.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension ResolveDisplayNameResponse {
    public static let layout = MessageLayout(rollcall__v1__resolve_display_name_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ResolveDisplayNameResponse.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ResolveDisplayNameResponse.self)
        c.pointee.user_id = target.string(self.userID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID]
    }
}

/// The users whose display names to read.
public struct GetDisplayNamesRequest: Message {
    /// UUIDs in their text form, at most 500.
    public var userIDs: [String]

    public init(userIDs: [String] = []) {
        self.userIDs = userIDs
    }
}

extension GetDisplayNamesRequest {
    public static let layout = MessageLayout(rollcall__v1__get_display_names_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetDisplayNamesRequest.self)
        self.userIDs = try source.strings(c.pointee.user_ids, c.pointee.n_user_ids, "user_ids")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetDisplayNamesRequest.self)
        (c.pointee.n_user_ids, c.pointee.user_ids) = target.list(self.userIDs) { target.string($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userIDs": userIDs]
    }
}

/// The display names. A user without a profile, or without a display name, is left out.
public struct GetDisplayNamesResponse: Message {
    /// In any order.
    public var users: [NamedUser]

    public init(users: [NamedUser] = []) {
        self.users = users
    }
}

extension GetDisplayNamesResponse {
    public static let layout = MessageLayout(rollcall__v1__get_display_names_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetDisplayNamesResponse.self)
        self.users = try source.messages(c.pointee.users, c.pointee.n_users, "users")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetDisplayNamesResponse.self)
        (c.pointee.n_users, c.pointee.users) = target.list(self.users) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["users": users]
    }
}

/// Where to begin the stream.
public struct WatchProfileChangesRequest: Message {
    /// The cursor of the last received message; absent for all users.
    public var cursor: ProfileChangeCursor?

    public init(cursor: ProfileChangeCursor? = nil) {
        self.cursor = cursor
    }
}

extension WatchProfileChangesRequest {
    public static let layout = MessageLayout(rollcall__v1__watch_profile_changes_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchProfileChangesRequest.self)
        self.cursor = try source.message(c.pointee.cursor, "cursor")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchProfileChangesRequest.self)
        c.pointee.cursor = target.message(ifAny: self.cursor)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["cursor": cursor as Any]
    }
}

/// A position in the stream of changes.
public struct ProfileChangeCursor: Message {
    /// Send both numbers back unchanged.
    public var position: UInt64
    /// See `position`.
    public var number: UInt64

    public init(position: UInt64 = 0, number: UInt64 = 0) {
        self.position = position
        self.number = number
    }
}

extension ProfileChangeCursor {
    public static let layout = MessageLayout(rollcall__v1__profile_change_cursor__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ProfileChangeCursor.self)
        self.position = c.pointee.position
        self.number = c.pointee.number
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ProfileChangeCursor.self)
        c.pointee.position = self.position
        c.pointee.number = self.number
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["position": position, "number": number]
    }
}

/// A part of the stream.
public struct WatchProfileChangesResponse: Message {
    /// At most 500.
    public var changes: [ProfileChange]
    /// The position of the stream after this message.
    public var cursor: ProfileChangeCursor?
    /// Whether to discard everything received before. Set in the first message without a cursor, or
    /// with a cursor that Profile does not know.
    public var replaces: Bool
    /// Whether all earlier changes have been sent.
    public var isCurrent: Bool

    public init(
        changes: [ProfileChange] = [],
        cursor: ProfileChangeCursor? = nil,
        replaces: Bool = false,
        isCurrent: Bool = false
    ) {
        self.changes = changes
        self.cursor = cursor
        self.replaces = replaces
        self.isCurrent = isCurrent
    }
}

extension WatchProfileChangesResponse {
    public static let layout = MessageLayout(rollcall__v1__watch_profile_changes_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchProfileChangesResponse.self)
        self.changes = try source.messages(c.pointee.changes, c.pointee.n_changes, "changes")
        self.cursor = try source.message(c.pointee.cursor, "cursor")
        self.replaces = c.pointee.replaces != 0
        self.isCurrent = c.pointee.is_current != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchProfileChangesResponse.self)
        (c.pointee.n_changes, c.pointee.changes) = target.list(self.changes) { target.message($0) }
        c.pointee.cursor = target.message(ifAny: self.cursor)
        c.pointee.replaces = self.replaces ? 1 : 0
        c.pointee.is_current = self.isCurrent ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["changes": changes, "cursor": cursor as Any, "replaces": replaces, "isCurrent": isCurrent]
    }
}

/// The change of a user.
public struct ProfileChange: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String
    /// One of the three.
    public var now: Now?

    public init(userID: String = "", now: Now? = nil) {
        self.userID = userID
        self.now = now
    }

    /// The value of `now`.
    public enum Now: Sendable, Equatable {
        /// What others see of the user.
        case profile(PublicProfile)
        /// All users whom the user has blocked.
        case blocks(BlockedUsers)
        /// The user was erased. Other users do not find the user, and blocks by the user and
        /// against the user do not apply.
        case isGone(Bool)
    }
}

extension ProfileChange {
    public static let layout = MessageLayout(rollcall__v1__profile_change__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ProfileChange.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        switch c.pointee.now_case.rawValue {
        case 2: self.now = (try source.message(c.pointee.profile, "profile")).map { .profile($0) }
        case 3: self.now = (try source.message(c.pointee.blocks, "blocks")).map { .blocks($0) }
        case 4: self.now = .isGone(c.pointee.is_gone != 0)
        default: self.now = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ProfileChange.self)
        c.pointee.user_id = target.string(self.userID)
        switch self.now {
        case .profile(let value):
            c.pointee.now_case = .init(rawValue: 2)
            c.pointee.profile = target.message(value)
        case .blocks(let value):
            c.pointee.now_case = .init(rawValue: 3)
            c.pointee.blocks = target.message(value)
        case .isGone(let value):
            c.pointee.now_case = .init(rawValue: 4)
            c.pointee.is_gone = value ? 1 : 0
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "now": now as Any]
    }
}

/// The part of a profile that services follow.
public struct PublicProfile: Message {
    /// The display name; empty for a user without one.
    public var displayName: String
    /// The photo; absent when there is none.
    public var photo: Photo?
    /// Who may see the photo.
    public var photoVisibility: Visibility

    public init(
        displayName: String = "",
        photo: Photo? = nil,
        photoVisibility: Visibility = .unspecified
    ) {
        self.displayName = displayName
        self.photo = photo
        self.photoVisibility = photoVisibility
    }
}

extension PublicProfile {
    public static let layout = MessageLayout(rollcall__v1__public_profile__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PublicProfile.self)
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.photo = try source.message(c.pointee.photo, "photo")
        self.photoVisibility = Visibility(c.pointee.photo_visibility)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__PublicProfile.self)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.photo = target.message(ifAny: self.photo)
        c.pointee.photo_visibility =
            .init(rawValue: .init(truncatingIfNeeded: self.photoVisibility.rawValue))
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["displayName": displayName, "photo": photo as Any, "photoVisibility": photoVisibility]
    }
}

/// The users whom a user has blocked.
public struct BlockedUsers: Message {
    /// UUIDv7s, 16 bytes each; at most 10,000.
    public var userIDs: [[UInt8]]

    public init(userIDs: [[UInt8]] = []) {
        self.userIDs = userIDs
    }
}

extension BlockedUsers {
    public static let layout = MessageLayout(rollcall__v1__blocked_users__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__BlockedUsers.self)
        self.userIDs = source.list(c.pointee.user_ids, c.pointee.n_user_ids) { source.bytes($0) }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__BlockedUsers.self)
        (c.pointee.n_user_ids, c.pointee.user_ids) = target.list(self.userIDs) { target.bytes($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userIDs": userIDs]
    }
}

/// The user to erase.
public struct EraseProfileRequest: Message {
    /// The user, a UUID in its text form.
    public var userID: String
    /// Whether the display name is free at once, as that of an abuser.
    public var freeName: Bool

    public init(userID: String = "", freeName: Bool = false) {
        self.userID = userID
        self.freeName = freeName
    }
}

extension EraseProfileRequest {
    public static let layout = MessageLayout(rollcall__v1__erase_profile_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__EraseProfileRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.freeName = c.pointee.free_name != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__EraseProfileRequest.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.free_name = self.freeName ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "freeName": freeName]
    }
}

/// The user is erased.
public struct EraseProfileResponse: Message {
    /// When the user was first erased, in milliseconds since 1970-01-01 UTC.
    public var erasedAtMs: Int64

    public init(erasedAtMs: Int64 = 0) {
        self.erasedAtMs = erasedAtMs
    }
}

extension EraseProfileResponse {
    public static let layout = MessageLayout(rollcall__v1__erase_profile_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__EraseProfileResponse.self)
        self.erasedAtMs = c.pointee.erased_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__EraseProfileResponse.self)
        c.pointee.erased_at_ms = self.erasedAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["erasedAtMs": erasedAtMs]
    }
}

/// The user whose profile to export.
public struct ExportProfileRequest: Message {
    /// The user, a UUID in its text form.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension ExportProfileRequest {
    public static let layout = MessageLayout(rollcall__v1__export_profile_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportProfileRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportProfileRequest.self)
        c.pointee.user_id = target.string(self.userID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID]
    }
}

/// First `profile`, then as many `photo_chunk` as the photo needs.
public struct ExportProfileResponse: Message {
    /// One of the two.
    public var part: Part?
    /// With the profile: the users whom the user has blocked, UUIDv7s in their text form.
    public var blockedUserIDs: [String]
    /// With the profile: the user's former names, the newest first; at most 10,000.
    public var pastNames: [PastName]
    /// With the profile: the reports that the user has sent in the last 30 days, and those still
    /// open, the newest first; at most 10,000. Reports about the user are not included, as they
    /// could reveal who sent them.
    public var reports: [SentReport]
    /// With the profile: what administrators have taken down and Auth does not know of yet, as it
    /// does not answer; the oldest first. The mails that Auth knows of are in Auth's own export.
    public var unsentNotices: [UnsentNotice]

    public init(
        part: Part? = nil,
        blockedUserIDs: [String] = [],
        pastNames: [PastName] = [],
        reports: [SentReport] = [],
        unsentNotices: [UnsentNotice] = []
    ) {
        self.part = part
        self.blockedUserIDs = blockedUserIDs
        self.pastNames = pastNames
        self.reports = reports
        self.unsentNotices = unsentNotices
    }

    /// The value of `part`.
    public enum Part: Sendable, Equatable {
        /// The profile. The chunks add up to its photo.
        case profile(Profile)
        /// The next bytes, at most 65,536.
        case photoChunk([UInt8])
    }
}

extension ExportProfileResponse {
    public static let layout = MessageLayout(rollcall__v1__export_profile_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportProfileResponse.self)
        switch c.pointee.part_case.rawValue {
        case 1: self.part = (try source.message(c.pointee.profile, "profile")).map { .profile($0) }
        case 2: self.part = .photoChunk(source.bytes(c.pointee.photo_chunk))
        default: self.part = nil
        }
        self.blockedUserIDs =
            try source.strings(c.pointee.blocked_user_ids, c.pointee.n_blocked_user_ids, "blocked_user_ids")
        self.pastNames =
            try source.messages(c.pointee.past_names, c.pointee.n_past_names, "past_names")
        self.reports = try source.messages(c.pointee.reports, c.pointee.n_reports, "reports")
        self.unsentNotices =
            try source.messages(c.pointee.unsent_notices, c.pointee.n_unsent_notices, "unsent_notices")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportProfileResponse.self)
        switch self.part {
        case .profile(let value):
            c.pointee.part_case = .init(rawValue: 1)
            c.pointee.profile = target.message(value)
        case .photoChunk(let value):
            c.pointee.part_case = .init(rawValue: 2)
            c.pointee.photo_chunk = target.bytes(value)
        case nil: break
        }
        (c.pointee.n_blocked_user_ids, c.pointee.blocked_user_ids) =
            target.list(self.blockedUserIDs) { target.string($0) }
        (c.pointee.n_past_names, c.pointee.past_names) =
            target.list(self.pastNames) { target.message($0) }
        (c.pointee.n_reports, c.pointee.reports) = target.list(self.reports) { target.message($0) }
        (c.pointee.n_unsent_notices, c.pointee.unsent_notices) =
            target.list(self.unsentNotices) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "part": part as Any,
            "blockedUserIDs": blockedUserIDs,
            "pastNames": pastNames,
            "reports": reports,
            "unsentNotices": unsentNotices,
        ]
    }
}

/// What an administrator has taken down, and the user has still to be told of.
public struct UnsentNotice: Message {
    /// The fields of the profile.
    public var fields: [ProfileField]
    /// The reason, for the user.
    public var reason: String
    /// When, in milliseconds since 1970-01-01 UTC.
    public var takenDownAtMs: Int64

    public init(fields: [ProfileField] = [], reason: String = "", takenDownAtMs: Int64 = 0) {
        self.fields = fields
        self.reason = reason
        self.takenDownAtMs = takenDownAtMs
    }
}

extension UnsentNotice {
    public static let layout = MessageLayout(rollcall__v1__unsent_notice__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UnsentNotice.self)
        self.fields = source.list(c.pointee.fields, c.pointee.n_fields) { ProfileField($0) }
        self.reason = try source.string(c.pointee.reason, "reason")
        self.takenDownAtMs = c.pointee.taken_down_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UnsentNotice.self)
        (c.pointee.n_fields, c.pointee.fields) =
            target.list(self.fields) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
        c.pointee.reason = target.string(self.reason)
        c.pointee.taken_down_at_ms = self.takenDownAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["fields": fields, "reason": reason, "takenDownAtMs": takenDownAtMs]
    }
}

/// A report that a user has sent.
public struct SentReport: Message {
    /// The reported user, a UUIDv7 in its text form.
    public var userID: String
    /// What was wrong.
    public var reason: ReportReason
    /// The user's note.
    public var note: String
    /// When, in milliseconds since 1970-01-01 UTC.
    public var sentAtMs: Int64

    public init(
        userID: String = "",
        reason: ReportReason = .unspecified,
        note: String = "",
        sentAtMs: Int64 = 0
    ) {
        self.userID = userID
        self.reason = reason
        self.note = note
        self.sentAtMs = sentAtMs
    }
}

extension SentReport {
    public static let layout = MessageLayout(rollcall__v1__sent_report__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SentReport.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.reason = ReportReason(c.pointee.reason)
        self.note = try source.string(c.pointee.note, "note")
        self.sentAtMs = c.pointee.sent_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SentReport.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.reason = .init(rawValue: .init(truncatingIfNeeded: self.reason.rawValue))
        c.pointee.note = target.string(self.note)
        c.pointee.sent_at_ms = self.sentAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "reason": reason, "note": note, "sentAtMs": sentAtMs]
    }
}

/// A former display name of a user.
public struct PastName: Message {
    /// In its last spelling.
    public var displayName: String
    /// The beginning, in milliseconds since 1970-01-01 UTC.
    public var beganAtMs: Int64
    /// The end, in milliseconds since 1970-01-01 UTC.
    public var endedAtMs: Int64

    public init(displayName: String = "", beganAtMs: Int64 = 0, endedAtMs: Int64 = 0) {
        self.displayName = displayName
        self.beganAtMs = beganAtMs
        self.endedAtMs = endedAtMs
    }
}

extension PastName {
    public static let layout = MessageLayout(rollcall__v1__past_name__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PastName.self)
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.beganAtMs = c.pointee.began_at_ms
        self.endedAtMs = c.pointee.ended_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__PastName.self)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.began_at_ms = self.beganAtMs
        c.pointee.ended_at_ms = self.endedAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["displayName": displayName, "beganAtMs": beganAtMs, "endedAtMs": endedAtMs]
    }
}

/// The users to list.
public struct ListProfilesRequest: Message {
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String
    /// If set: these users instead of a page, without a `page_token`. At most 500.
    public var userIDs: [String]

    public init(pageSize: UInt32 = 0, pageToken: String = "", userIDs: [String] = []) {
        self.pageSize = pageSize
        self.pageToken = pageToken
        self.userIDs = userIDs
    }
}

extension ListProfilesRequest {
    public static let layout = MessageLayout(rollcall__v1__list_profiles_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListProfilesRequest.self)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
        self.userIDs = try source.strings(c.pointee.user_ids, c.pointee.n_user_ids, "user_ids")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListProfilesRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
        (c.pointee.n_user_ids, c.pointee.user_ids) = target.list(self.userIDs) { target.string($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "pageToken": pageToken, "userIDs": userIDs]
    }
}

/// A page of users, or the requested ones.
public struct ListProfilesResponse: Message {
    /// The users of whom Profile has data. A page is ordered by id.
    public var profiles: [ProfileTrace]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String

    public init(profiles: [ProfileTrace] = [], nextPageToken: String = "") {
        self.profiles = profiles
        self.nextPageToken = nextPageToken
    }
}

extension ListProfilesResponse {
    public static let layout = MessageLayout(rollcall__v1__list_profiles_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListProfilesResponse.self)
        self.profiles = try source.messages(c.pointee.profiles, c.pointee.n_profiles, "profiles")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListProfilesResponse.self)
        (c.pointee.n_profiles, c.pointee.profiles) =
            target.list(self.profiles) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["profiles": profiles, "nextPageToken": nextPageToken]
    }
}

/// The notices to list.
public struct ListTakeDownNoticesRequest: Message {
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String

    public init(pageSize: UInt32 = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension ListTakeDownNoticesRequest {
    public static let layout = MessageLayout(rollcall__v1__list_take_down_notices_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListTakeDownNoticesRequest.self)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListTakeDownNoticesRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "pageToken": pageToken]
    }
}

/// A page of notices.
public struct ListTakeDownNoticesResponse: Message {
    /// Ordered by id.
    public var notices: [TakeDownNotice]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String

    public init(notices: [TakeDownNotice] = [], nextPageToken: String = "") {
        self.notices = notices
        self.nextPageToken = nextPageToken
    }
}

extension ListTakeDownNoticesResponse {
    public static let layout = MessageLayout(rollcall__v1__list_take_down_notices_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListTakeDownNoticesResponse.self)
        self.notices = try source.messages(c.pointee.notices, c.pointee.n_notices, "notices")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListTakeDownNoticesResponse.self)
        (c.pointee.n_notices, c.pointee.notices) = target.list(self.notices) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["notices": notices, "nextPageToken": nextPageToken]
    }
}

/// What an administrator has taken down from a profile.
public struct TakeDownNotice: Message {
    /// A UUIDv7 in its text form, made when it happened.
    public var noticeID: String
    /// The owner of the profile, a UUIDv7 in its text form.
    public var userID: String
    /// The fields that were taken down: at least one, each once.
    public var fields: [ProfileField]
    /// The administrator's reason for the user: one line of 1 to 500 characters.
    public var reason: String

    public init(
        noticeID: String = "",
        userID: String = "",
        fields: [ProfileField] = [],
        reason: String = ""
    ) {
        self.noticeID = noticeID
        self.userID = userID
        self.fields = fields
        self.reason = reason
    }
}

extension TakeDownNotice {
    public static let layout = MessageLayout(rollcall__v1__take_down_notice__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__TakeDownNotice.self)
        self.noticeID = try source.string(c.pointee.notice_id, "notice_id")
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.fields = source.list(c.pointee.fields, c.pointee.n_fields) { ProfileField($0) }
        self.reason = try source.string(c.pointee.reason, "reason")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__TakeDownNotice.self)
        c.pointee.notice_id = target.string(self.noticeID)
        c.pointee.user_id = target.string(self.userID)
        (c.pointee.n_fields, c.pointee.fields) =
            target.list(self.fields) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
        c.pointee.reason = target.string(self.reason)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["noticeID": noticeID, "userID": userID, "fields": fields, "reason": reason]
    }
}

/// The notices to remove.
public struct RemoveTakeDownNoticesRequest: Message {
    /// At most 500.
    public var noticeIDs: [String]

    public init(noticeIDs: [String] = []) {
        self.noticeIDs = noticeIDs
    }
}

extension RemoveTakeDownNoticesRequest {
    public static let layout = MessageLayout(rollcall__v1__remove_take_down_notices_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RemoveTakeDownNoticesRequest.self)
        self.noticeIDs =
            try source.strings(c.pointee.notice_ids, c.pointee.n_notice_ids, "notice_ids")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RemoveTakeDownNoticesRequest.self)
        (c.pointee.n_notice_ids, c.pointee.notice_ids) =
            target.list(self.noticeIDs) { target.string($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["noticeIDs": noticeIDs]
    }
}

/// The notices are removed.
public struct RemoveTakeDownNoticesResponse: EmptyMessage {
    public init() {}
}

extension RemoveTakeDownNoticesResponse {
    public static let layout = MessageLayout(rollcall__v1__remove_take_down_notices_response__init)
}

/// The data that Profile has of a user.
public struct ProfileTrace: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String
    /// The kind of data.
    public var state: ProfileState
    /// The display name; empty for a user without one, and for an erased user.
    public var displayName: String

    public init(userID: String = "", state: ProfileState = .unspecified, displayName: String = "") {
        self.userID = userID
        self.state = state
        self.displayName = displayName
    }
}

extension ProfileTrace {
    public static let layout = MessageLayout(rollcall__v1__profile_trace__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ProfileTrace.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.state = ProfileState(c.pointee.state)
        self.displayName = try source.string(c.pointee.display_name, "display_name")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ProfileTrace.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
        c.pointee.display_name = target.string(self.displayName)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "state": state, "displayName": displayName]
    }
}

/// The user who gets a profile.
public struct RestoreProfileRequest: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String
    /// The display name that the user signed up with; empty for a generated one, and with
    /// `is_nameless`.
    public var displayName: String
    /// Whether the user signed up without a display name.
    public var isNameless: Bool

    public init(userID: String = "", displayName: String = "", isNameless: Bool = false) {
        self.userID = userID
        self.displayName = displayName
        self.isNameless = isNameless
    }
}

extension RestoreProfileRequest {
    public static let layout = MessageLayout(rollcall__v1__restore_profile_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RestoreProfileRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.isNameless = c.pointee.is_nameless != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RestoreProfileRequest.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.is_nameless = self.isNameless ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "displayName": displayName, "isNameless": isNameless]
    }
}

/// The user has a profile.
public struct RestoreProfileResponse: EmptyMessage {
    public init() {}
}

extension RestoreProfileResponse {
    public static let layout = MessageLayout(rollcall__v1__restore_profile_response__init)
}
