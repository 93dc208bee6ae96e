// swift-format-ignore-file
// Generated from rollcall/v1/profile.proto by proto/generate.sh. Do not edit.

import Foundation

/// The fields of a profile.
public struct ProfileField: OpenEnum {
    /// Unspecified.
    public static let unspecified = Self(rawValue: 0)
    /// The display name. Everyone sees it.
    public static let displayName = Self(rawValue: 1)
    /// The photo.
    public static let photo = Self(rawValue: 2)
    /// The bio.
    public static let bio = Self(rawValue: 3)
    /// The pronouns.
    public static let pronouns = Self(rawValue: 4)
    /// The location.
    public static let location = Self(rawValue: 5)
    /// The links.
    public static let links = Self(rawValue: 6)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// Who sees a field.
public struct Visibility: OpenEnum {
    /// Unspecified.
    public static let unspecified = Self(rawValue: 0)
    /// Signed-in users. The default.
    public static let signedIn = Self(rawValue: 1)
    /// Everyone, signed in or not. Callers without a session read the bytes of a photo over HTTP
    /// only.
    public static let everyone = Self(rawValue: 2)
    /// Only the owner.
    public static let onlyMe = Self(rawValue: 3)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// What is wrong with a profile.
public struct ReportReason: OpenEnum {
    /// Unspecified.
    public static let unspecified = Self(rawValue: 0)
    /// Advertising or fraud.
    public static let spam = Self(rawValue: 1)
    /// The user pretends to be another person.
    public static let impersonation = Self(rawValue: 2)
    /// Insults, threats or stalking.
    public static let harassment = Self(rawValue: 3)
    /// Hate against a group of people.
    public static let hate = Self(rawValue: 4)
    /// Nudity or sexual acts.
    public static let sexualContent = Self(rawValue: 5)
    /// Violence, or praise of it.
    public static let violence = Self(rawValue: 6)
    /// A danger to children.
    public static let childSafety = Self(rawValue: 7)
    /// Self-harm, or praise of it.
    public static let selfHarm = Self(rawValue: 8)
    /// Another reason, which the note describes.
    public static let other = Self(rawValue: 9)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The display name to check.
public struct CheckDisplayNameRequest: Message {
    /// The display name, as it would be used in the sign-up.
    public var displayName: String = ""
    /// How many names to suggest if it is taken: 0 to 5; unset for 5. Larger values count as 5.
    /// Without suggestions the answer costs the least.
    public var maxSuggestions: UInt32?

    public init() {}
    public init(displayName: String = "", maxSuggestions: UInt32? = nil) {
        self.displayName = displayName
        self.maxSuggestions = maxSuggestions
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &displayName)
        try visitor.optional(2, &maxSuggestions)
    }
}

/// Whether the display name is available.
public struct CheckDisplayNameResponse: Message {
    /// Whether the name keeps the rules and is free: no other user has it, holds it or had it in
    /// the last 30 days, nor a name that looks like it.
    public var isAvailable: Bool = false
    /// Why the name is not available: every rule that it breaks, or DISPLAY_NAME_TAKEN. Empty when
    /// it is available.
    public var reasons: [Reason] = []
    /// The position of the first invalid character, in code points of the name as it was sent, from
    /// 0. Set with DISPLAY_NAME_BAD_CHARACTER.
    public var position: UInt32?
    /// With DISPLAY_NAME_TAKEN: up to five similar names that are free now. None of them looks like
    /// a name of another user or like a reserved word. Reserved words are Rollcall's own, except
    /// those that an administrator has released, and those that an administrator has reserved (see
    /// ProfileAdminService). Each call suggests other names.
    public var suggestions: [String] = []

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &isAvailable)
        try visitor.list(2, &reasons)
        try visitor.optional(3, &position)
        try visitor.list(4, &suggestions)
    }
}

/// The profile to read.
public struct GetProfileRequest: Message {
    /// The user, by id or by display name.
    public var user: UserKey?
    /// The fields to read besides the id and the times, each once: otherwise FIELD_MALFORMED. Empty
    /// for all.
    public var fields: [ProfileField] = []

    public init() {}
    public init(user: UserKey? = nil, fields: [ProfileField] = []) {
        self.user = user
        self.fields = fields
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &user)
        try visitor.list(2, &fields)
    }
}

/// The profile.
public struct GetProfileResponse: Message {
    /// The profile.
    public var profile: Profile?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &profile)
    }
}

/// The profiles to read.
public struct BatchGetProfilesRequest: Message {
    /// At most 1,000.
    public var users: [UserKey] = []
    /// The fields to read besides the id and the times, each once: otherwise FIELD_MALFORMED. Empty
    /// for the display name and the photo.
    public var fields: [ProfileField] = []

    public init() {}
    public init(users: [UserKey] = [], fields: [ProfileField] = []) {
        self.users = users
        self.fields = fields
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &users)
        try visitor.list(2, &fields)
    }
}

/// The profiles.
public struct BatchGetProfilesResponse: Message {
    /// In the order of the request; a user who is named twice appears once.
    public var profiles: [Profile] = []
    /// Users who did not fit into the answer.
    public var left: [UserKey] = []

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &profiles)
        try visitor.list(2, &left)
    }
}

/// The search.
public struct SearchProfilesRequest: Message {
    /// 3 to 30 of the characters that display names have, in any case.
    public var prefix: String = ""
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32 = 0
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String = ""
    /// The fields to read, as in BatchGetProfiles.
    public var fields: [ProfileField] = []

    public init() {}
    public init(
        prefix: String = "",
        pageSize: UInt32 = 0,
        pageToken: String = "",
        fields: [ProfileField] = []
    ) {
        self.prefix = prefix
        self.pageSize = pageSize
        self.pageToken = pageToken
        self.fields = fields
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &prefix)
        try visitor.value(2, &pageSize)
        try visitor.value(3, &pageToken)
        try visitor.list(4, &fields)
    }
}

/// A page of users.
public struct SearchProfilesResponse: Message {
    /// The id, the times and the requested fields, as far as the caller may see them.
    public var profiles: [Profile] = []
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String = ""

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &profiles)
        try visitor.value(2, &nextPageToken)
    }
}

/// The changes. A field that `update_mask` does not name is ignored.
public struct UpdateProfileRequest: Message {
    /// The names of the fields to change, at least one: `display_name`, `bio`, `pronouns`,
    /// `location`, `links`, `visibilities`, `is_findable`. Without one it is FIELD_MISSING. A name
    /// that is twice there or not among these is FIELD_MALFORMED, with the path of the entry, such
    /// as `update_mask[1]`.
    public var updateMask: [String] = []
    /// The new display name. A change of case alone is allowed. So is a name that the caller had
    /// before, if no other user has had it since. The old name is kept for the caller for 30 days.
    public var displayName: String = ""
    /// The user's text about themselves: at most 1,000 characters, in lines that end with `\n`;
    /// empty for none. Other line ends (`\r\n`, `\r`, U+0085, U+2028, U+2029) become `\n`. As in
    /// the other texts, tabs become spaces, other control characters and embeddings or overrides of
    /// the writing direction are forbidden, and each isolate of direction must be closed. To show
    /// it between other words, enclose it in U+2068 and U+2069.
    public var bio: String = ""
    /// The user's pronouns, such as `she/her`: one line of at most 40 characters; empty for none.
    public var pronouns: String = ""
    /// The user's location, in the user's own words: one line of at most 100 characters; empty for
    /// none.
    public var location: String = ""
    /// The user's pages: at most 5, each of at most 2,048 bytes. They are `https` URLs (RFC 3986)
    /// with a host and without user information. They replace those of before; empty for none.
    public var links: [String] = []
    /// The visibilities to change, each field once: twice is FIELD_MALFORMED. Fields that are not
    /// listed stay unchanged.
    public var visibilities: [FieldVisibility] = []
    /// Whether SearchProfiles finds the user.
    public var isFindable: Bool = false
    /// If set, the change is made only if this is still the profile's revision. It is no change, so
    /// `update_mask` does not name it.
    public var revision: UInt64?

    public init() {}
    public init(
        updateMask: [String] = [],
        displayName: String = "",
        bio: String = "",
        pronouns: String = "",
        location: String = "",
        links: [String] = [],
        visibilities: [FieldVisibility] = [],
        isFindable: Bool = false,
        revision: UInt64? = nil
    ) {
        self.updateMask = updateMask
        self.displayName = displayName
        self.bio = bio
        self.pronouns = pronouns
        self.location = location
        self.links = links
        self.visibilities = visibilities
        self.isFindable = isFindable
        self.revision = revision
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &updateMask)
        try visitor.value(2, &displayName)
        try visitor.value(3, &bio)
        try visitor.value(4, &pronouns)
        try visitor.value(5, &location)
        try visitor.list(6, &links)
        try visitor.list(7, &visibilities)
        try visitor.value(8, &isFindable)
        try visitor.optional(9, &revision)
    }
}

/// The visibility of one field.
public struct FieldVisibility: Message {
    /// Any field but the display name.
    public var field: ProfileField = .unspecified
    /// Who sees the field.
    public var visibility: Visibility = .unspecified

    public init() {}
    public init(field: ProfileField = .unspecified, visibility: Visibility = .unspecified) {
        self.field = field
        self.visibility = visibility
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &field)
        try visitor.value(2, &visibility)
    }
}

/// The profile after the change.
public struct UpdateProfileResponse: Message {
    /// The profile.
    public var profile: Profile?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &profile)
    }
}

/// The photo to read.
public struct DownloadPhotoRequest: Message {
    /// The user, by id or by display name.
    public var user: UserKey?
    /// 0 for the photo itself; 64, 128, 256 or 512 for a square of that many pixels a side, cut
    /// from the middle and upright. A photo with a shorter side has a square of that side.
    public var size: UInt32 = 0
    /// The `photo_id` of the photo that the caller has. If it is still the user's photo, no bytes
    /// follow.
    public var ifNoneMatch: String = ""
    /// How many bytes to skip at the beginning. Compare the `photo_id` of the answer: it shows
    /// whether the caller's first bytes belong to the same photo.
    public var offset: UInt32 = 0
    /// The most bytes to send; 0 for all.
    public var length: UInt32 = 0

    public init() {}
    public init(
        user: UserKey? = nil,
        size: UInt32 = 0,
        ifNoneMatch: String = "",
        offset: UInt32 = 0,
        length: UInt32 = 0
    ) {
        self.user = user
        self.size = size
        self.ifNoneMatch = ifNoneMatch
        self.offset = offset
        self.length = length
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &user)
        try visitor.value(2, &size)
        try visitor.value(3, &ifNoneMatch)
        try visitor.value(4, &offset)
        try visitor.value(5, &length)
    }
}

/// First `photo`, then the bytes.
public struct DownloadPhotoResponse: Message {
    /// One of the two.
    public var part: Part?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.choice(1, &part, Part.photo) { if case .photo(let value) = $0 { value } else { nil } }
        try visitor.choice(2, &part, Part.chunk) { if case .chunk(let value) = $0 { value } else { nil } }
    }

    /// The value of `part`.
    public enum Part: Sendable, Equatable {
        /// The photo that the chunks add up to.
        case photo(Photo)
        /// The next bytes, at most 65,536.
        case chunk(Data)
    }
}

/// The user to block.
public struct BlockUserRequest: Message {
    /// The user, by id or by display name.
    public var user: UserKey?

    public init() {}
    public init(user: UserKey? = nil) {
        self.user = user
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &user)
    }
}

/// The user is blocked.
public struct BlockUserResponse: Message {
    public init() {}
}

/// The user to unblock.
public struct UnblockUserRequest: Message {
    /// The user, by id or by display name.
    public var user: UserKey?

    public init() {}
    public init(user: UserKey? = nil) {
        self.user = user
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &user)
    }
}

/// The caller does not block the user.
public struct UnblockUserResponse: Message {
    public init() {}
}

/// The page of blocks to list.
public struct ListBlockedUsersRequest: Message {
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32 = 0
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String = ""

    public init() {}
    public init(pageSize: UInt32 = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &pageSize)
        try visitor.value(2, &pageToken)
    }
}

/// A page of users.
public struct ListBlockedUsersResponse: Message {
    /// The display name is empty for users who have none or are hidden from the caller.
    public var users: [NamedUser] = []
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String = ""

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &users)
        try visitor.value(2, &nextPageToken)
    }
}

/// The user to report, and why.
public struct ReportProfileRequest: Message {
    /// The user, by id or by display name.
    public var user: UserKey?
    /// What is wrong.
    public var reason: ReportReason = .unspecified
    /// Further information for the administrators: at most 500 characters, in lines that end with
    /// `\n`; may be empty.
    public var note: String = ""

    public init() {}
    public init(user: UserKey? = nil, reason: ReportReason = .unspecified, note: String = "") {
        self.user = user
        self.reason = reason
        self.note = note
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &user)
        try visitor.value(2, &reason)
        try visitor.value(3, &note)
    }
}

/// The administrators will see it.
public struct ReportProfileResponse: Message {
    public init() {}
}

/// The photo to remove: the caller's.
public struct DeletePhotoRequest: Message {
    public init() {}
}

/// The caller has no photo.
public struct DeletePhotoResponse: Message {
    public init() {}
}

/// The users to watch.
public struct WatchProfilesRequest: Message {
    /// 1 to 1,000 users, UUIDv7s in their text form. A user who is named twice counts once.
    public var userIDs: [String] = []
    /// The last cursor received for the same users and fields; absent to begin with all users.
    public var cursor: ProfileWatchCursor?
    /// The fields to watch, as in BatchGetProfiles.
    public var fields: [ProfileField] = []

    public init() {}
    public init(
        userIDs: [String] = [],
        cursor: ProfileWatchCursor? = nil,
        fields: [ProfileField] = []
    ) {
        self.userIDs = userIDs
        self.cursor = cursor
        self.fields = fields
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &userIDs)
        try visitor.optional(2, &cursor)
        try visitor.list(3, &fields)
    }
}

/// The position of a watch, for the same caller, the same users and the same fields. Send it back
/// unchanged, to any instance.
public struct ProfileWatchCursor: Message {
    /// Sealed, as the position counts changes of all users. At most 64 bytes.
    public var sealed: Data = Data()

    public init() {}
    public init(sealed: Data = Data()) {
        self.sealed = sealed
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(5, &sealed)
    }
}

/// Changes of watched users.
public struct WatchProfilesResponse: Message {
    /// The visible users, as they are now; at most 250.
    public var profiles: [Profile] = []
    /// The hidden users: the user does not exist, or one of the two has blocked the other.
    public var hiddenUserIDs: [String] = []
    /// The position of the watch after this message. Absent in a message without changes, and in
    /// all but the last message of one update.
    public var cursor: ProfileWatchCursor?
    /// Whether to discard everything received before. Set in the first message without a cursor, or
    /// with a cursor from which the watch cannot continue.
    public var replaces: Bool = false
    /// Whether this message completes the update.
    public var isCurrent: Bool = false

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &profiles)
        try visitor.list(2, &hiddenUserIDs)
        try visitor.optional(3, &cursor)
        try visitor.value(4, &replaces)
        try visitor.value(5, &isCurrent)
    }
}

/// How others see a user.
public struct Profile: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String = ""
    /// The display name, in the case that the user chose; empty for a user without one.
    public var displayName: String = ""
    /// The photo; absent when there is none.
    public var photo: Photo?
    /// When the profile was made, in milliseconds since 1970-01-01 UTC; 0 for callers without a
    /// session. (It is no secret: the user's id reveals when the user signed up.)
    public var createdAtMs: Int64 = 0
    /// When the profile was last changed, in milliseconds since 1970-01-01 UTC; 0 for callers
    /// without a session. Changes of fields that only the owner sees do not count.
    public var updatedAtMs: Int64 = 0
    /// The user's text about themselves, in lines.
    public var bio: String = ""
    /// The user's pronouns.
    public var pronouns: String = ""
    /// The user's location, in the user's own words.
    public var location: String = ""
    /// The user's pages, in the user's order.
    public var links: [String] = []
    /// Grows with each change of the profile; 0 for callers other than the owner.
    public var revision: UInt64 = 0
    /// The visibility of each field; empty for callers other than the owner.
    public var visibilities: [FieldVisibility] = []
    /// Whether SearchProfiles finds the user, which is the default; false for callers other than
    /// the owner.
    public var isFindable: Bool = false

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &userID)
        try visitor.value(2, &displayName)
        try visitor.optional(3, &photo)
        try visitor.value(4, &createdAtMs)
        try visitor.value(5, &updatedAtMs)
        try visitor.value(6, &bio)
        try visitor.value(7, &pronouns)
        try visitor.value(8, &location)
        try visitor.list(9, &links)
        try visitor.value(10, &revision)
        try visitor.list(11, &visibilities)
        try visitor.value(12, &isFindable)
    }
}

/// A square of a photo.
public struct PhotoSize: Message {
    /// The size by which it is requested: 64, 128, 256 or 512. It has that many pixels a side, or
    /// as many as the shorter side of the photo if that is less.
    public var size: UInt32 = 0
    /// The URL over HTTP.
    public var url: String = ""

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &size)
        try visitor.value(2, &url)
    }
}

/// A stored photo. It is always `image/jpeg`.
public struct Photo: Message {
    /// SHA-256 of the stored bytes, 64 lower-case hexadecimal digits: changes when the photo does.
    public var photoID: String = ""
    /// The stored size in bytes.
    public var size: UInt32 = 0
    /// Width in pixels, as stored (the EXIF orientation not applied).
    public var width: UInt32 = 0
    /// Height in pixels, as stored.
    public var height: UInt32 = 0
    /// The URL over HTTP; empty if the deployment serves no photos over HTTP. It cannot be guessed,
    /// and stops working once the photo is replaced, deleted or hidden. The URL of a photo that is
    /// not visible to everyone is valid for one to two hours, and only for the caller who received
    /// it.
    public var url: String = ""
    /// Squares of the upright photo, with their URLs: for the sizes 64, 128, 256 and 512, as far as
    /// they exist.
    public var sizes: [PhotoSize] = []
    /// A ThumbHash (https://evanw.github.io/thumbhash) of the upright photo, 5 to 24 bytes. A
    /// client paints a blurred picture from it until it has the photo. Empty until it was made,
    /// some moments after the upload. It stays empty for a photo that cannot be decoded.
    public var placeholder: Data = Data()

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &photoID)
        try visitor.value(2, &size)
        try visitor.value(3, &width)
        try visitor.value(4, &height)
        try visitor.value(5, &url)
        try visitor.list(6, &sizes)
        try visitor.value(7, &placeholder)
    }
}

/// How others see a user: display names, photos and profile texts; and which users have blocked
/// which.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// required or shown; or SESSION_ENDED, when the caller's session has ended), PERMISSION_DENIED
/// (NOT_ALLOWED: the RPC is for callers of another kind), RESOURCE_EXHAUSTED (NO_SPACE; beyond the
/// RPC's `rate` TOO_MANY_ATTEMPTS, with `retry_after_ms`), UNAVAILABLE (OVERLOADED, also when the
/// service or the caller has too many photos under way) and DEADLINE_EXCEEDED. An RPC whose request
/// names a user can fail with INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED) for an id that is
/// not a UUIDv7. An RPC with a page token can fail with INVALID_ARGUMENT (PAGE_TOKEN_INVALID): see
/// "Lists" in PROTOCOL.md.
public struct ProfileServiceClient: Sendable {
    let caller: Caller

    /// Checks whether the caller could have a display name now: it keeps the rules, and is free.
    /// The answer reserves nothing; only a hold or a sign-up does. A signed-in user can have their
    /// own name, in any case of its letters. They can also have a name that they gave up in the
    /// last 30 days, unless it was reserved since. No other user can have those names.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many calls
    /// from an address.
    public func checkDisplayName(
        _ request: CheckDisplayNameRequest
    ) async throws(RollcallError) -> CheckDisplayNameResponse {
        try await caller.unary(
            "rollcall.v1.ProfileService/CheckDisplayName",
            .anyoneOrUser,
            request,
            isRepeatable: true
        )
    }

    /// Returns one profile, by user id or by display name. A user without a display name is found
    /// by id alone. A signed-in user sees all fields except those that are set to ONLY_ME. All
    /// other callers, including services, see the id, the name and the fields that are set to
    /// EVERYONE. A hidden field looks like an empty one. When one of two users has blocked the
    /// other, neither finds the other.
    ///
    /// A display name that is only held has no profile yet for others. The holder's own access
    /// token proves that the account exists: it makes the name the holder's own, here and in
    /// UpdateProfile, UploadPhoto and DownloadPhoto. So a user who has just signed up finds their
    /// profile, even if Auth could not reach Profile since.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING without either; FIELD_MALFORMED); NOT_FOUND
    /// (PROFILE_NOT_FOUND); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too
    /// many calls from an address without a session.
    public func getProfile(
        _ request: GetProfileRequest
    ) async throws(RollcallError) -> GetProfileResponse {
        try await caller.unary(
            "rollcall.v1.ProfileService/GetProfile",
            .anyoneOrUser,
            request,
            isRepeatable: true
        )
    }

    /// Returns up to 1,000 profiles, by ids and display names mixed, as GetProfile shows them.
    /// Users who do not exist are left out. The answer has less than 4 MiB. Users who did not fit
    /// are in `left`: ask for them again.
    ///
    /// Errors: INVALID_ARGUMENT (TOO_MANY for more than 1,000 users; FIELD_MISSING,
    /// FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for a user
    /// who calls too often.
    public func batchGetProfiles(
        _ request: BatchGetProfilesRequest
    ) async throws(RollcallError) -> BatchGetProfilesResponse {
        try await caller.unary(
            "rollcall.v1.ProfileService/BatchGetProfiles",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Lists the users whose display name begins with some characters, ordered by name, in pages:
    /// the first 100 of them. Users who have chosen not to be found are left out. So are users who
    /// have blocked the caller, or whom the caller has blocked.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for less than 3 characters, or characters that
    /// display names cannot have; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for
    /// a user who searches too often.
    public func searchProfiles(
        _ request: SearchProfilesRequest
    ) async throws(RollcallError) -> SearchProfilesResponse {
        try await caller.unary(
            "rollcall.v1.ProfileService/SearchProfiles",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Changes the fields of the caller's profile that `update_mask` names, all or none. A user who
    /// has signed up without a display name chooses the first one by this call.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS
    /// (DISPLAY_NAME_TAKEN); ABORTED (REVISION_MISMATCH, with `current_revision`) when the profile
    /// was changed since that revision was read; RESOURCE_EXHAUSTED (RENAMED_TOO_OFTEN, with
    /// `retry_after_ms`) for a user who has given up 8 names in 30 days, or has changed the name 64
    /// times; NOT_FOUND (PROFILE_NOT_FOUND).
    public func updateProfile(
        _ request: UpdateProfileRequest
    ) async throws(RollcallError) -> UpdateProfileResponse {
        try await caller.unary("rollcall.v1.ProfileService/UpdateProfile", .user, request)
    }

    /// Returns a user's photo, or a square of it: first its description, then its bytes, or the
    /// requested range. Squares are made after the upload, or on demand.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for another size; OUT_OF_RANGE (FIELD_MALFORMED)
    /// for an offset after the last byte; NOT_FOUND (PROFILE_NOT_FOUND, PHOTO_NOT_FOUND, also for a
    /// square of a photo that cannot be decoded, and where the service makes none); DATA_LOSS
    /// (PHOTO_DAMAGED).
    public func downloadPhoto(
        _ request: DownloadPhotoRequest
    ) -> AsyncThrowingStream<DownloadPhotoResponse, any Error> {
        caller.stream("rollcall.v1.ProfileService/DownloadPhoto", .user, request)
    }

    /// Blocks a user: neither of the two finds the other's profile or photo any more. Blocking a
    /// user twice is no error. The other user is not told. By id any user can be blocked, even one
    /// who does not exist or has blocked the caller. By display name, only users whom the caller
    /// finds can be blocked.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED, also for the caller's own id);
    /// NOT_FOUND (PROFILE_NOT_FOUND); RESOURCE_EXHAUSTED (TOO_MANY for a user who has blocked
    /// 10,000; TOO_MANY_ATTEMPTS, with `retry_after_ms`).
    public func blockUser(
        _ request: BlockUserRequest
    ) async throws(RollcallError) -> BlockUserResponse {
        try await caller.unary(
            "rollcall.v1.ProfileService/BlockUser",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Removes a block of the caller's. A user who is not blocked is no error.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`).
    public func unblockUser(
        _ request: UnblockUserRequest
    ) async throws(RollcallError) -> UnblockUserResponse {
        try await caller.unary(
            "rollcall.v1.ProfileService/UnblockUser",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Lists the users whom the caller has blocked, ordered by id, in pages.
    public func listBlockedUsers(
        _ request: ListBlockedUsersRequest
    ) async throws(RollcallError) -> ListBlockedUsersResponse {
        try await caller.unary(
            "rollcall.v1.ProfileService/ListBlockedUsers",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Reports a user's profile to the administrators. They see what the caller sees of it now,
    /// even if it changes later, for at most 90 days. When reports keep too many former photos, the
    /// largest are dropped. The user is not told of the report, nor who sent it. By id any user can
    /// be reported, even one who does not exist, or who has blocked the caller or was blocked by
    /// the caller: the answer is the same. By display name, users can be reported whom the caller
    /// finds or has blocked.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED, also for the caller's own id);
    /// NOT_FOUND (PROFILE_NOT_FOUND); RESOURCE_EXHAUSTED (REPORTED_TOO_OFTEN, with
    /// `retry_after_ms`) for a caller who has reported the same user in the last 24 hours, or 20
    /// users.
    public func reportProfile(
        _ request: ReportProfileRequest
    ) async throws(RollcallError) -> ReportProfileResponse {
        try await caller.unary("rollcall.v1.ProfileService/ReportProfile", .user, request)
    }

    /// Removes the caller's photo. A profile without a photo is no error.
    public func deletePhoto(
        _ request: DeletePhotoRequest = .init()
    ) async throws(RollcallError) -> DeletePhotoResponse {
        try await caller.unary(
            "rollcall.v1.ProfileService/DeletePhoto",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Follows up to 1,000 users, so that a list shows a new photo or name at once. The stream
    /// begins with all users, or with those that have changed since a cursor. Then it sends each
    /// change as it is made. Users are shown as BatchGetProfiles shows them to the caller, with the
    /// same `fields`. A message is sent only when what the caller sees of a user has changed, which
    /// includes `updated_at_ms`. A block between the caller and a user takes effect on the open
    /// stream.
    ///
    /// Changes that do not fit into one message come in several. Only the last one has `is_current`
    /// and a cursor: apply them together, or not at all if the stream breaks before it. While
    /// nothing changes, a message without users and cursor comes every two seconds. A caller that
    /// receives nothing for six seconds knows that the stream is lost. When the service is about to
    /// stop, or a user is hidden while an update with texts is sent, the stream ends with
    /// UNAVAILABLE: call again with the last cursor, at any instance. When the caller's token
    /// expires or the session ends, it ends with UNAUTHENTICATED: call again with another token.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING without users, FIELD_MALFORMED, TOO_MANY for more
    /// than 1,000); UNAVAILABLE (OVERLOADED) when the caller has 8 of these streams open, or all
    /// callers together have too many; RESOURCE_EXHAUSTED (TOO_MANY) for more than 4,000 users in
    /// all streams of the caller, or 40,000 in those from one address; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for a user who opens more than 60 in a minute.
    public func watchProfiles(
        _ request: WatchProfilesRequest
    ) -> AsyncThrowingStream<WatchProfilesResponse, any Error> {
        caller.stream("rollcall.v1.ProfileService/WatchProfiles", .user, request)
    }
}
