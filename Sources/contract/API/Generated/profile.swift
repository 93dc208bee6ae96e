// swift-format-ignore-file
// Generated from rollcall/v1/profile.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// The fields of a profile.
public enum ProfileField: OpenEnum {
    /// Unspecified.
    case unspecified
    /// The display name. Everyone sees it.
    case displayName
    /// The photo.
    case photo
    /// The bio.
    case bio
    /// The pronouns.
    case pronouns
    /// The location.
    case location
    /// The links.
    case links
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .displayName
        case 2: self = .photo
        case 3: self = .bio
        case 4: self = .pronouns
        case 5: self = .location
        case 6: self = .links
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .displayName: 1
        case .photo: 2
        case .bio: 3
        case .pronouns: 4
        case .location: 5
        case .links: 6
        case .unrecognized(let number): number
        }
    }
}

/// Who sees a field.
public enum Visibility: OpenEnum {
    /// Unspecified.
    case unspecified
    /// Signed-in users. The default.
    case signedIn
    /// Everyone, signed in or not. Callers without a session read the bytes of a photo over HTTP
    /// only.
    case everyone
    /// Only the owner.
    case onlyMe
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .signedIn
        case 2: self = .everyone
        case 3: self = .onlyMe
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .signedIn: 1
        case .everyone: 2
        case .onlyMe: 3
        case .unrecognized(let number): number
        }
    }
}

/// What is wrong with a profile.
public enum ReportReason: OpenEnum {
    /// Unspecified.
    case unspecified
    /// Advertising or fraud.
    case spam
    /// The user pretends to be another person.
    case impersonation
    /// Insults, threats or stalking.
    case harassment
    /// Hate against a group of people.
    case hate
    /// Nudity or sexual acts.
    case sexualContent
    /// Violence, or praise of it.
    case violence
    /// A danger to children.
    case childSafety
    /// Self-harm, or praise of it.
    case selfHarm
    /// Another reason, which the note describes.
    case other
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .spam
        case 2: self = .impersonation
        case 3: self = .harassment
        case 4: self = .hate
        case 5: self = .sexualContent
        case 6: self = .violence
        case 7: self = .childSafety
        case 8: self = .selfHarm
        case 9: self = .other
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .spam: 1
        case .impersonation: 2
        case .harassment: 3
        case .hate: 4
        case .sexualContent: 5
        case .violence: 6
        case .childSafety: 7
        case .selfHarm: 8
        case .other: 9
        case .unrecognized(let number): number
        }
    }
}

/// The display name to check.
public struct CheckDisplayNameRequest: Message {
    /// The display name, as it would be used in the sign-up.
    public var displayName: String
    /// How many names to suggest if it is taken: 0 to 5; unset for 5. Larger values count as 5.
    /// Without suggestions the answer costs the least.
    public var maxSuggestions: UInt32?

    public init(displayName: String = "", maxSuggestions: UInt32? = nil) {
        self.displayName = displayName
        self.maxSuggestions = maxSuggestions
    }
}

extension CheckDisplayNameRequest {
    public static let layout = MessageLayout(rollcall__v1__check_display_name_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__CheckDisplayNameRequest.self)
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        if c.pointee._max_suggestions_case.rawValue == 2 {
            self.maxSuggestions = c.pointee.max_suggestions
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__CheckDisplayNameRequest.self)
        c.pointee.display_name = target.string(self.displayName)
        if let value = self.maxSuggestions {
            c.pointee._max_suggestions_case = .init(rawValue: 2)
            c.pointee.max_suggestions = value
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["displayName": displayName, "maxSuggestions": maxSuggestions as Any]
    }
}

/// Whether the display name is available.
public struct CheckDisplayNameResponse: Message {
    /// Whether the name keeps the rules and is free: no other user has it, holds it or had it in
    /// the last 30 days, nor a name that looks like it.
    public var isAvailable: Bool
    /// Why the name is not available: every rule that it breaks, or DISPLAY_NAME_TAKEN. Empty when
    /// it is available.
    public var reasons: [Reason]
    /// The position of the first invalid character, in code points of the name as it was sent, from
    /// 0. Set with DISPLAY_NAME_BAD_CHARACTER.
    public var position: UInt32?
    /// With DISPLAY_NAME_TAKEN: up to five similar names that are free now. None of them looks like
    /// a name of another user or like a reserved word. Reserved words are Rollcall's own, except
    /// those that an administrator has released, and those that an administrator has reserved (see
    /// ProfileAdminService). Each call suggests other names.
    public var suggestions: [String]

    public init(
        isAvailable: Bool = false,
        reasons: [Reason] = [],
        position: UInt32? = nil,
        suggestions: [String] = []
    ) {
        self.isAvailable = isAvailable
        self.reasons = reasons
        self.position = position
        self.suggestions = suggestions
    }
}

extension CheckDisplayNameResponse {
    public static let layout = MessageLayout(rollcall__v1__check_display_name_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__CheckDisplayNameResponse.self)
        self.isAvailable = c.pointee.is_available != 0
        self.reasons = source.list(c.pointee.reasons, c.pointee.n_reasons) { Reason($0) }
        if c.pointee._position_case.rawValue == 3 {
            self.position = c.pointee.position
        }
        self.suggestions =
            try source.strings(c.pointee.suggestions, c.pointee.n_suggestions, "suggestions")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__CheckDisplayNameResponse.self)
        c.pointee.is_available = self.isAvailable ? 1 : 0
        (c.pointee.n_reasons, c.pointee.reasons) =
            target.list(self.reasons) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
        if let value = self.position {
            c.pointee._position_case = .init(rawValue: 3)
            c.pointee.position = value
        }
        (c.pointee.n_suggestions, c.pointee.suggestions) =
            target.list(self.suggestions) { target.string($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "isAvailable": isAvailable,
            "reasons": reasons,
            "position": position as Any,
            "suggestions": suggestions,
        ]
    }
}

/// The profile to read.
public struct GetProfileRequest: Message {
    /// The user, by id or by display name.
    public var user: UserKey?
    /// The fields to read besides the id and the times, each once: otherwise FIELD_MALFORMED. Empty
    /// for all.
    public var fields: [ProfileField]

    public init(user: UserKey? = nil, fields: [ProfileField] = []) {
        self.user = user
        self.fields = fields
    }
}

extension GetProfileRequest {
    public static let layout = MessageLayout(rollcall__v1__get_profile_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetProfileRequest.self)
        self.user = try source.message(c.pointee.user, "user")
        self.fields = source.list(c.pointee.fields, c.pointee.n_fields) { ProfileField($0) }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetProfileRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
        (c.pointee.n_fields, c.pointee.fields) =
            target.list(self.fields) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any, "fields": fields]
    }
}

/// The profile.
public struct GetProfileResponse: Message {
    /// The profile.
    public var profile: Profile?

    public init(profile: Profile? = nil) {
        self.profile = profile
    }
}

extension GetProfileResponse {
    public static let layout = MessageLayout(rollcall__v1__get_profile_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetProfileResponse.self)
        self.profile = try source.message(c.pointee.profile, "profile")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetProfileResponse.self)
        c.pointee.profile = target.message(ifAny: self.profile)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["profile": profile as Any]
    }
}

/// The profiles to read.
public struct BatchGetProfilesRequest: Message {
    /// At most 1,000.
    public var users: [UserKey]
    /// The fields to read besides the id and the times, each once: otherwise FIELD_MALFORMED. Empty
    /// for the display name and the photo.
    public var fields: [ProfileField]

    public init(users: [UserKey] = [], fields: [ProfileField] = []) {
        self.users = users
        self.fields = fields
    }
}

extension BatchGetProfilesRequest {
    public static let layout = MessageLayout(rollcall__v1__batch_get_profiles_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__BatchGetProfilesRequest.self)
        self.users = try source.messages(c.pointee.users, c.pointee.n_users, "users")
        self.fields = source.list(c.pointee.fields, c.pointee.n_fields) { ProfileField($0) }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__BatchGetProfilesRequest.self)
        (c.pointee.n_users, c.pointee.users) = target.list(self.users) { target.message($0) }
        (c.pointee.n_fields, c.pointee.fields) =
            target.list(self.fields) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["users": users, "fields": fields]
    }
}

/// The profiles.
public struct BatchGetProfilesResponse: Message {
    /// In the order of the request; a user who is named twice appears once.
    public var profiles: [Profile]
    /// Users who did not fit into the answer.
    public var left: [UserKey]

    public init(profiles: [Profile] = [], left: [UserKey] = []) {
        self.profiles = profiles
        self.left = left
    }
}

extension BatchGetProfilesResponse {
    public static let layout = MessageLayout(rollcall__v1__batch_get_profiles_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__BatchGetProfilesResponse.self)
        self.profiles = try source.messages(c.pointee.profiles, c.pointee.n_profiles, "profiles")
        self.left = try source.messages(c.pointee.left, c.pointee.n_left, "left")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__BatchGetProfilesResponse.self)
        (c.pointee.n_profiles, c.pointee.profiles) =
            target.list(self.profiles) { target.message($0) }
        (c.pointee.n_left, c.pointee.left) = target.list(self.left) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["profiles": profiles, "left": left]
    }
}

/// The search.
public struct SearchProfilesRequest: Message {
    /// 3 to 30 of the characters that display names have, in any case.
    public var prefix: String
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String
    /// The fields to read, as in BatchGetProfiles.
    public var fields: [ProfileField]

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
}

extension SearchProfilesRequest {
    public static let layout = MessageLayout(rollcall__v1__search_profiles_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SearchProfilesRequest.self)
        self.prefix = try source.string(c.pointee.prefix, "prefix")
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
        self.fields = source.list(c.pointee.fields, c.pointee.n_fields) { ProfileField($0) }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SearchProfilesRequest.self)
        c.pointee.prefix = target.string(self.prefix)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
        (c.pointee.n_fields, c.pointee.fields) =
            target.list(self.fields) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["prefix": prefix, "pageSize": pageSize, "pageToken": pageToken, "fields": fields]
    }
}

/// A page of users.
public struct SearchProfilesResponse: Message {
    /// The id, the times and the requested fields, as far as the caller may see them.
    public var profiles: [Profile]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String

    public init(profiles: [Profile] = [], nextPageToken: String = "") {
        self.profiles = profiles
        self.nextPageToken = nextPageToken
    }
}

extension SearchProfilesResponse {
    public static let layout = MessageLayout(rollcall__v1__search_profiles_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SearchProfilesResponse.self)
        self.profiles = try source.messages(c.pointee.profiles, c.pointee.n_profiles, "profiles")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SearchProfilesResponse.self)
        (c.pointee.n_profiles, c.pointee.profiles) =
            target.list(self.profiles) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["profiles": profiles, "nextPageToken": nextPageToken]
    }
}

/// The changes. A field that `update_mask` does not name is ignored.
public struct UpdateProfileRequest: Message {
    /// The names of the fields to change, at least one: `display_name`, `bio`, `pronouns`,
    /// `location`, `links`, `visibilities`, `is_findable`. Without one it is FIELD_MISSING. A name
    /// that is twice there or not among these is FIELD_MALFORMED, with the path of the entry, such
    /// as `update_mask[1]`.
    public var updateMask: [String]
    /// The new display name. A change of case alone is allowed. So is a name that the caller had
    /// before, if no other user has had it since. The old name is kept for the caller for 30 days.
    public var displayName: String
    /// The user's text about themselves: at most 1,000 characters, in lines that end with `\n`;
    /// empty for none. Other line ends (`\r\n`, `\r`, U+0085, U+2028, U+2029) become `\n`. As in
    /// the other texts, tabs become spaces, other control characters and embeddings or overrides of
    /// the writing direction are forbidden, and each isolate of direction must be closed. To show
    /// it between other words, enclose it in U+2068 and U+2069.
    public var bio: String
    /// The user's pronouns, such as `she/her`: one line of at most 40 characters; empty for none.
    public var pronouns: String
    /// The user's location, in the user's own words: one line of at most 100 characters; empty for
    /// none.
    public var location: String
    /// The user's pages: at most 5, each of at most 2,048 bytes. They are `https` URLs (RFC 3986)
    /// with a host and without user information. They replace those of before; empty for none.
    public var links: [String]
    /// The visibilities to change, each field once: twice is FIELD_MALFORMED. Fields that are not
    /// listed stay unchanged.
    public var visibilities: [FieldVisibility]
    /// Whether SearchProfiles finds the user.
    public var isFindable: Bool
    /// If set, the change is made only if this is still the profile's revision. It is no change, so
    /// `update_mask` does not name it.
    public var revision: UInt64?

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
}

extension UpdateProfileRequest {
    public static let layout = MessageLayout(rollcall__v1__update_profile_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UpdateProfileRequest.self)
        self.updateMask =
            try source.strings(c.pointee.update_mask, c.pointee.n_update_mask, "update_mask")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.bio = try source.string(c.pointee.bio, "bio")
        self.pronouns = try source.string(c.pointee.pronouns, "pronouns")
        self.location = try source.string(c.pointee.location, "location")
        self.links = try source.strings(c.pointee.links, c.pointee.n_links, "links")
        self.visibilities =
            try source.messages(c.pointee.visibilities, c.pointee.n_visibilities, "visibilities")
        self.isFindable = c.pointee.is_findable != 0
        if c.pointee._revision_case.rawValue == 9 {
            self.revision = c.pointee.revision
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UpdateProfileRequest.self)
        (c.pointee.n_update_mask, c.pointee.update_mask) =
            target.list(self.updateMask) { target.string($0) }
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.bio = target.string(self.bio)
        c.pointee.pronouns = target.string(self.pronouns)
        c.pointee.location = target.string(self.location)
        (c.pointee.n_links, c.pointee.links) = target.list(self.links) { target.string($0) }
        (c.pointee.n_visibilities, c.pointee.visibilities) =
            target.list(self.visibilities) { target.message($0) }
        c.pointee.is_findable = self.isFindable ? 1 : 0
        if let value = self.revision {
            c.pointee._revision_case = .init(rawValue: 9)
            c.pointee.revision = value
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "updateMask": updateMask,
            "displayName": displayName,
            "bio": bio,
            "pronouns": pronouns,
            "location": location,
            "links": links,
            "visibilities": visibilities,
            "isFindable": isFindable,
            "revision": revision as Any,
        ]
    }
}

/// The visibility of one field.
public struct FieldVisibility: Message {
    /// Any field but the display name.
    public var field: ProfileField
    /// Who sees the field.
    public var visibility: Visibility

    public init(field: ProfileField = .unspecified, visibility: Visibility = .unspecified) {
        self.field = field
        self.visibility = visibility
    }
}

extension FieldVisibility {
    public static let layout = MessageLayout(rollcall__v1__field_visibility__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__FieldVisibility.self)
        self.field = ProfileField(c.pointee.field)
        self.visibility = Visibility(c.pointee.visibility)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__FieldVisibility.self)
        c.pointee.field = .init(rawValue: .init(truncatingIfNeeded: self.field.rawValue))
        c.pointee.visibility = .init(rawValue: .init(truncatingIfNeeded: self.visibility.rawValue))
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["field": field, "visibility": visibility]
    }
}

/// The profile after the change.
public struct UpdateProfileResponse: Message {
    /// The profile.
    public var profile: Profile?

    public init(profile: Profile? = nil) {
        self.profile = profile
    }
}

extension UpdateProfileResponse {
    public static let layout = MessageLayout(rollcall__v1__update_profile_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UpdateProfileResponse.self)
        self.profile = try source.message(c.pointee.profile, "profile")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UpdateProfileResponse.self)
        c.pointee.profile = target.message(ifAny: self.profile)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["profile": profile as Any]
    }
}

/// A part of an upload: the declaration, then the bytes in order. The first message may have both.
public struct UploadPhotoRequest: Message {
    /// In the first message, and only there: the size and the hash of all chunks together. The
    /// received bytes are compared with it before they are stored.
    public var declaration: PhotoDeclaration?
    /// The next bytes, at most 262,144 (256 KiB); 65,536 is a good size. Chunks may differ in size.
    public var chunk: [UInt8]

    public init(declaration: PhotoDeclaration? = nil, chunk: [UInt8] = []) {
        self.declaration = declaration
        self.chunk = chunk
    }
}

extension UploadPhotoRequest {
    public static let layout = MessageLayout(rollcall__v1__upload_photo_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UploadPhotoRequest.self)
        self.declaration = try source.message(c.pointee.declaration, "declaration")
        self.chunk = source.bytes(c.pointee.chunk)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UploadPhotoRequest.self)
        c.pointee.declaration = target.message(ifAny: self.declaration)
        c.pointee.chunk = target.bytes(self.chunk)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["declaration": declaration as Any, "chunk": chunk]
    }
}

/// The size and the hash of an upload.
public struct PhotoDeclaration: Message {
    /// How many bytes: 1 or more. A photo that is too large is refused at once.
    public var size: UInt32
    /// Their SHA-256, 32 bytes.
    public var sha256: [UInt8]

    public init(size: UInt32 = 0, sha256: [UInt8] = []) {
        self.size = size
        self.sha256 = sha256
    }
}

extension PhotoDeclaration {
    public static let layout = MessageLayout(rollcall__v1__photo_declaration__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PhotoDeclaration.self)
        self.size = c.pointee.size
        self.sha256 = source.bytes(c.pointee.sha256)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__PhotoDeclaration.self)
        c.pointee.size = self.size
        c.pointee.sha256 = target.bytes(self.sha256)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["size": size, "sha256": sha256]
    }
}

/// The photo as it was stored.
public struct UploadPhotoResponse: Message {
    /// The photo.
    public var photo: Photo?

    public init(photo: Photo? = nil) {
        self.photo = photo
    }
}

extension UploadPhotoResponse {
    public static let layout = MessageLayout(rollcall__v1__upload_photo_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UploadPhotoResponse.self)
        self.photo = try source.message(c.pointee.photo, "photo")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UploadPhotoResponse.self)
        c.pointee.photo = target.message(ifAny: self.photo)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["photo": photo as Any]
    }
}

/// The progress of an upload.
public struct UploadPhotoProgress: Message {
    /// One of the two.
    public var progress: Progress?

    public init(progress: Progress? = nil) {
        self.progress = progress
    }

    /// The value of `progress`.
    public enum Progress: Sendable, Equatable {
        /// The photo as it was stored; the last message.
        case photo(Photo)
        /// How many bytes Profile has received so far; sent after each 65,536 bytes. They were
        /// checked, but are not stored yet.
        case takenBytes(UInt32)
    }
}

extension UploadPhotoProgress {
    public static let layout = MessageLayout(rollcall__v1__upload_photo_progress__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UploadPhotoProgress.self)
        switch c.pointee.progress_case.rawValue {
        case 1: self.progress = (try source.message(c.pointee.photo, "photo")).map { .photo($0) }
        case 2: self.progress = .takenBytes(c.pointee.taken_bytes)
        default: self.progress = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UploadPhotoProgress.self)
        switch self.progress {
        case .photo(let value):
            c.pointee.progress_case = .init(rawValue: 1)
            c.pointee.photo = target.message(value)
        case .takenBytes(let value):
            c.pointee.progress_case = .init(rawValue: 2)
            c.pointee.taken_bytes = value
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["progress": progress as Any]
    }
}

/// The photo to read.
public struct DownloadPhotoRequest: Message {
    /// The user, by id or by display name.
    public var user: UserKey?
    /// 0 for the photo itself; 64, 128, 256 or 512 for a square of that many pixels a side, cut
    /// from the middle and upright. A photo with a shorter side has a square of that side.
    public var size: UInt32
    /// The `photo_id` of the photo that the caller has. If it is still the user's photo, no bytes
    /// follow.
    public var ifNoneMatch: String
    /// How many bytes to skip at the beginning. Compare the `photo_id` of the answer: it shows
    /// whether the caller's first bytes belong to the same photo.
    public var offset: UInt32
    /// The most bytes to send; 0 for all.
    public var length: UInt32

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
}

extension DownloadPhotoRequest {
    public static let layout = MessageLayout(rollcall__v1__download_photo_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DownloadPhotoRequest.self)
        self.user = try source.message(c.pointee.user, "user")
        self.size = c.pointee.size
        self.ifNoneMatch = try source.string(c.pointee.if_none_match, "if_none_match")
        self.offset = c.pointee.offset
        self.length = c.pointee.length
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DownloadPhotoRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
        c.pointee.size = self.size
        c.pointee.if_none_match = target.string(self.ifNoneMatch)
        c.pointee.offset = self.offset
        c.pointee.length = self.length
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "user": user as Any,
            "size": size,
            "ifNoneMatch": ifNoneMatch,
            "offset": offset,
            "length": length,
        ]
    }
}

/// First `photo`, then the bytes.
public struct DownloadPhotoResponse: Message {
    /// One of the two.
    public var part: Part?

    public init(part: Part? = nil) {
        self.part = part
    }

    /// The value of `part`.
    public enum Part: Sendable, Equatable {
        /// The photo that the chunks add up to.
        case photo(Photo)
        /// The next bytes, at most 65,536.
        case chunk([UInt8])
    }
}

extension DownloadPhotoResponse {
    public static let layout = MessageLayout(rollcall__v1__download_photo_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DownloadPhotoResponse.self)
        switch c.pointee.part_case.rawValue {
        case 1: self.part = (try source.message(c.pointee.photo, "photo")).map { .photo($0) }
        case 2: self.part = .chunk(source.bytes(c.pointee.chunk))
        default: self.part = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DownloadPhotoResponse.self)
        switch self.part {
        case .photo(let value):
            c.pointee.part_case = .init(rawValue: 1)
            c.pointee.photo = target.message(value)
        case .chunk(let value):
            c.pointee.part_case = .init(rawValue: 2)
            c.pointee.chunk = target.bytes(value)
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["part": part as Any]
    }
}

/// The user to block.
public struct BlockUserRequest: Message {
    /// The user, by id or by display name.
    public var user: UserKey?

    public init(user: UserKey? = nil) {
        self.user = user
    }
}

extension BlockUserRequest {
    public static let layout = MessageLayout(rollcall__v1__block_user_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__BlockUserRequest.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__BlockUserRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The user is blocked.
public struct BlockUserResponse: EmptyMessage {
    public init() {}
}

extension BlockUserResponse {
    public static let layout = MessageLayout(rollcall__v1__block_user_response__init)
}

/// The user to unblock.
public struct UnblockUserRequest: Message {
    /// The user, by id or by display name.
    public var user: UserKey?

    public init(user: UserKey? = nil) {
        self.user = user
    }
}

extension UnblockUserRequest {
    public static let layout = MessageLayout(rollcall__v1__unblock_user_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UnblockUserRequest.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UnblockUserRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The caller does not block the user.
public struct UnblockUserResponse: EmptyMessage {
    public init() {}
}

extension UnblockUserResponse {
    public static let layout = MessageLayout(rollcall__v1__unblock_user_response__init)
}

/// The page of blocks to list.
public struct ListBlockedUsersRequest: Message {
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String

    public init(pageSize: UInt32 = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension ListBlockedUsersRequest {
    public static let layout = MessageLayout(rollcall__v1__list_blocked_users_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListBlockedUsersRequest.self)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListBlockedUsersRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "pageToken": pageToken]
    }
}

/// A page of users.
public struct ListBlockedUsersResponse: Message {
    /// The display name is empty for users who have none or are hidden from the caller.
    public var users: [NamedUser]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String

    public init(users: [NamedUser] = [], nextPageToken: String = "") {
        self.users = users
        self.nextPageToken = nextPageToken
    }
}

extension ListBlockedUsersResponse {
    public static let layout = MessageLayout(rollcall__v1__list_blocked_users_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListBlockedUsersResponse.self)
        self.users = try source.messages(c.pointee.users, c.pointee.n_users, "users")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListBlockedUsersResponse.self)
        (c.pointee.n_users, c.pointee.users) = target.list(self.users) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["users": users, "nextPageToken": nextPageToken]
    }
}

/// The user to report, and why.
public struct ReportProfileRequest: Message {
    /// The user, by id or by display name.
    public var user: UserKey?
    /// What is wrong.
    public var reason: ReportReason
    /// Further information for the administrators: at most 500 characters, in lines that end with
    /// `\n`; may be empty.
    public var note: String

    public init(user: UserKey? = nil, reason: ReportReason = .unspecified, note: String = "") {
        self.user = user
        self.reason = reason
        self.note = note
    }
}

extension ReportProfileRequest {
    public static let layout = MessageLayout(rollcall__v1__report_profile_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReportProfileRequest.self)
        self.user = try source.message(c.pointee.user, "user")
        self.reason = ReportReason(c.pointee.reason)
        self.note = try source.string(c.pointee.note, "note")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReportProfileRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
        c.pointee.reason = .init(rawValue: .init(truncatingIfNeeded: self.reason.rawValue))
        c.pointee.note = target.string(self.note)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any, "reason": reason, "note": note]
    }
}

/// The administrators will see it.
public struct ReportProfileResponse: EmptyMessage {
    public init() {}
}

extension ReportProfileResponse {
    public static let layout = MessageLayout(rollcall__v1__report_profile_response__init)
}

/// The photo to remove: the caller's.
public struct DeletePhotoRequest: EmptyMessage {
    public init() {}
}

extension DeletePhotoRequest {
    public static let layout = MessageLayout(rollcall__v1__delete_photo_request__init)
}

/// The caller has no photo.
public struct DeletePhotoResponse: EmptyMessage {
    public init() {}
}

extension DeletePhotoResponse {
    public static let layout = MessageLayout(rollcall__v1__delete_photo_response__init)
}

/// The users to watch.
public struct WatchProfilesRequest: Message {
    /// 1 to 1,000 users, UUIDv7s in their text form. A user who is named twice counts once.
    public var userIDs: [String]
    /// The last cursor received for the same users and fields; absent to begin with all users.
    public var cursor: ProfileWatchCursor?
    /// The fields to watch, as in BatchGetProfiles.
    public var fields: [ProfileField]

    public init(
        userIDs: [String] = [],
        cursor: ProfileWatchCursor? = nil,
        fields: [ProfileField] = []
    ) {
        self.userIDs = userIDs
        self.cursor = cursor
        self.fields = fields
    }
}

extension WatchProfilesRequest {
    public static let layout = MessageLayout(rollcall__v1__watch_profiles_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchProfilesRequest.self)
        self.userIDs = try source.strings(c.pointee.user_ids, c.pointee.n_user_ids, "user_ids")
        self.cursor = try source.message(c.pointee.cursor, "cursor")
        self.fields = source.list(c.pointee.fields, c.pointee.n_fields) { ProfileField($0) }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchProfilesRequest.self)
        (c.pointee.n_user_ids, c.pointee.user_ids) = target.list(self.userIDs) { target.string($0) }
        c.pointee.cursor = target.message(ifAny: self.cursor)
        (c.pointee.n_fields, c.pointee.fields) =
            target.list(self.fields) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userIDs": userIDs, "cursor": cursor as Any, "fields": fields]
    }
}

/// The position of a watch, for the same caller, the same users and the same fields. Send it back
/// unchanged, to any instance.
public struct ProfileWatchCursor: Message {
    /// Sealed, as the position counts changes of all users. At most 64 bytes.
    public var sealed: [UInt8]

    public init(sealed: [UInt8] = []) {
        self.sealed = sealed
    }
}

extension ProfileWatchCursor {
    public static let layout = MessageLayout(rollcall__v1__profile_watch_cursor__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ProfileWatchCursor.self)
        self.sealed = source.bytes(c.pointee.sealed)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ProfileWatchCursor.self)
        c.pointee.sealed = target.bytes(self.sealed)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["sealed": sealed]
    }
}

/// Changes of watched users.
public struct WatchProfilesResponse: Message {
    /// The visible users, as they are now; at most 250.
    public var profiles: [Profile]
    /// The hidden users: the user does not exist, or one of the two has blocked the other.
    public var hiddenUserIDs: [String]
    /// The position of the watch after this message. Absent in a message without changes, and in
    /// all but the last message of one update.
    public var cursor: ProfileWatchCursor?
    /// Whether to discard everything received before. Set in the first message without a cursor, or
    /// with a cursor from which the watch cannot continue.
    public var replaces: Bool
    /// Whether this message completes the update.
    public var isCurrent: Bool

    public init(
        profiles: [Profile] = [],
        hiddenUserIDs: [String] = [],
        cursor: ProfileWatchCursor? = nil,
        replaces: Bool = false,
        isCurrent: Bool = false
    ) {
        self.profiles = profiles
        self.hiddenUserIDs = hiddenUserIDs
        self.cursor = cursor
        self.replaces = replaces
        self.isCurrent = isCurrent
    }
}

extension WatchProfilesResponse {
    public static let layout = MessageLayout(rollcall__v1__watch_profiles_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchProfilesResponse.self)
        self.profiles = try source.messages(c.pointee.profiles, c.pointee.n_profiles, "profiles")
        self.hiddenUserIDs =
            try source.strings(c.pointee.hidden_user_ids, c.pointee.n_hidden_user_ids, "hidden_user_ids")
        self.cursor = try source.message(c.pointee.cursor, "cursor")
        self.replaces = c.pointee.replaces != 0
        self.isCurrent = c.pointee.is_current != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchProfilesResponse.self)
        (c.pointee.n_profiles, c.pointee.profiles) =
            target.list(self.profiles) { target.message($0) }
        (c.pointee.n_hidden_user_ids, c.pointee.hidden_user_ids) =
            target.list(self.hiddenUserIDs) { target.string($0) }
        c.pointee.cursor = target.message(ifAny: self.cursor)
        c.pointee.replaces = self.replaces ? 1 : 0
        c.pointee.is_current = self.isCurrent ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "profiles": profiles,
            "hiddenUserIDs": hiddenUserIDs,
            "cursor": cursor as Any,
            "replaces": replaces,
            "isCurrent": isCurrent,
        ]
    }
}

/// How others see a user.
public struct Profile: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String
    /// The display name, in the case that the user chose; empty for a user without one.
    public var displayName: String
    /// The photo; absent when there is none.
    public var photo: Photo?
    /// When the profile was made, in milliseconds since 1970-01-01 UTC; 0 for callers without a
    /// session. (It is no secret: the user's id reveals when the user signed up.)
    public var createdAtMs: Int64
    /// When the profile was last changed, in milliseconds since 1970-01-01 UTC; 0 for callers
    /// without a session. Changes of fields that only the owner sees do not count.
    public var updatedAtMs: Int64
    /// The user's text about themselves, in lines.
    public var bio: String
    /// The user's pronouns.
    public var pronouns: String
    /// The user's location, in the user's own words.
    public var location: String
    /// The user's pages, in the user's order.
    public var links: [String]
    /// Grows with each change of the profile; 0 for callers other than the owner.
    public var revision: UInt64
    /// The visibility of each field; empty for callers other than the owner.
    public var visibilities: [FieldVisibility]
    /// Whether SearchProfiles finds the user, which is the default; false for callers other than
    /// the owner.
    public var isFindable: Bool

    public init(
        userID: String = "",
        displayName: String = "",
        photo: Photo? = nil,
        createdAtMs: Int64 = 0,
        updatedAtMs: Int64 = 0,
        bio: String = "",
        pronouns: String = "",
        location: String = "",
        links: [String] = [],
        revision: UInt64 = 0,
        visibilities: [FieldVisibility] = [],
        isFindable: Bool = false
    ) {
        self.userID = userID
        self.displayName = displayName
        self.photo = photo
        self.createdAtMs = createdAtMs
        self.updatedAtMs = updatedAtMs
        self.bio = bio
        self.pronouns = pronouns
        self.location = location
        self.links = links
        self.revision = revision
        self.visibilities = visibilities
        self.isFindable = isFindable
    }
}

extension Profile {
    public static let layout = MessageLayout(rollcall__v1__profile__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Profile.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.photo = try source.message(c.pointee.photo, "photo")
        self.createdAtMs = c.pointee.created_at_ms
        self.updatedAtMs = c.pointee.updated_at_ms
        self.bio = try source.string(c.pointee.bio, "bio")
        self.pronouns = try source.string(c.pointee.pronouns, "pronouns")
        self.location = try source.string(c.pointee.location, "location")
        self.links = try source.strings(c.pointee.links, c.pointee.n_links, "links")
        self.revision = c.pointee.revision
        self.visibilities =
            try source.messages(c.pointee.visibilities, c.pointee.n_visibilities, "visibilities")
        self.isFindable = c.pointee.is_findable != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Profile.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.photo = target.message(ifAny: self.photo)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.updated_at_ms = self.updatedAtMs
        c.pointee.bio = target.string(self.bio)
        c.pointee.pronouns = target.string(self.pronouns)
        c.pointee.location = target.string(self.location)
        (c.pointee.n_links, c.pointee.links) = target.list(self.links) { target.string($0) }
        c.pointee.revision = self.revision
        (c.pointee.n_visibilities, c.pointee.visibilities) =
            target.list(self.visibilities) { target.message($0) }
        c.pointee.is_findable = self.isFindable ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "userID": userID,
            "displayName": displayName,
            "photo": photo as Any,
            "createdAtMs": createdAtMs,
            "updatedAtMs": updatedAtMs,
            "bio": bio,
            "pronouns": pronouns,
            "location": location,
            "links": links,
            "revision": revision,
            "visibilities": visibilities,
            "isFindable": isFindable,
        ]
    }
}

/// A square of a photo.
public struct PhotoSize: Message {
    /// The size by which it is requested: 64, 128, 256 or 512. It has that many pixels a side, or
    /// as many as the shorter side of the photo if that is less.
    public var size: UInt32
    /// The URL over HTTP.
    public var url: String

    public init(size: UInt32 = 0, url: String = "") {
        self.size = size
        self.url = url
    }
}

extension PhotoSize {
    public static let layout = MessageLayout(rollcall__v1__photo_size__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PhotoSize.self)
        self.size = c.pointee.size
        self.url = try source.string(c.pointee.url, "url")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__PhotoSize.self)
        c.pointee.size = self.size
        c.pointee.url = target.string(self.url)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["size": size, "url": url]
    }
}

/// A stored photo. It is always `image/jpeg`.
public struct Photo: Message {
    /// SHA-256 of the stored bytes, 64 lower-case hexadecimal digits: changes when the photo does.
    public var photoID: String
    /// The stored size in bytes.
    public var size: UInt32
    /// Width in pixels, as stored (the EXIF orientation not applied).
    public var width: UInt32
    /// Height in pixels, as stored.
    public var height: UInt32
    /// The URL over HTTP; empty if the deployment serves no photos over HTTP. It cannot be guessed,
    /// and stops working once the photo is replaced, deleted or hidden. The URL of a photo that is
    /// not visible to everyone is valid for one to two hours, and only for the caller who received
    /// it.
    public var url: String
    /// Squares of the upright photo, with their URLs: for the sizes 64, 128, 256 and 512, as far as
    /// they exist.
    public var sizes: [PhotoSize]
    /// A ThumbHash (https://evanw.github.io/thumbhash) of the upright photo, 5 to 24 bytes. A
    /// client paints a blurred picture from it until it has the photo. Empty until it was made,
    /// some moments after the upload. It stays empty for a photo that cannot be decoded.
    public var placeholder: [UInt8]

    public init(
        photoID: String = "",
        size: UInt32 = 0,
        width: UInt32 = 0,
        height: UInt32 = 0,
        url: String = "",
        sizes: [PhotoSize] = [],
        placeholder: [UInt8] = []
    ) {
        self.photoID = photoID
        self.size = size
        self.width = width
        self.height = height
        self.url = url
        self.sizes = sizes
        self.placeholder = placeholder
    }
}

extension Photo {
    public static let layout = MessageLayout(rollcall__v1__photo__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Photo.self)
        self.photoID = try source.string(c.pointee.photo_id, "photo_id")
        self.size = c.pointee.size
        self.width = c.pointee.width
        self.height = c.pointee.height
        self.url = try source.string(c.pointee.url, "url")
        self.sizes = try source.messages(c.pointee.sizes, c.pointee.n_sizes, "sizes")
        self.placeholder = source.bytes(c.pointee.placeholder)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Photo.self)
        c.pointee.photo_id = target.string(self.photoID)
        c.pointee.size = self.size
        c.pointee.width = self.width
        c.pointee.height = self.height
        c.pointee.url = target.string(self.url)
        (c.pointee.n_sizes, c.pointee.sizes) = target.list(self.sizes) { target.message($0) }
        c.pointee.placeholder = target.bytes(self.placeholder)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "photoID": photoID,
            "size": size,
            "width": width,
            "height": height,
            "url": url,
            "sizes": sizes,
            "placeholder": placeholder,
        ]
    }
}
