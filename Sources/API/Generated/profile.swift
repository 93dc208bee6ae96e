// swift-format-ignore-file
// Generated from rollcall/v1/profile.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// Which display name to check.
public struct CheckDisplayNameRequest: Message {
    /// The display name as it would be signed up.
    public var displayName: String

    public init(displayName: String = "") {
        self.displayName = displayName
    }
}

extension CheckDisplayNameRequest {
    public static var typeName: String { "rollcall.v1.CheckDisplayNameRequest" }

    public static let layout = MessageLayout(rollcall__v1__check_display_name_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__CheckDisplayNameRequest.self)
        self.displayName = try source.string(c.pointee.display_name, "display_name")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__CheckDisplayNameRequest.self)
        c.pointee.display_name = target.string(self.displayName)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["displayName": displayName]
    }
}

/// Whether the display name could be had.
public struct CheckDisplayNameResponse: Message {
    /// Whether it keeps the rules and nobody has, holds or has lately had it or what looks like it.
    public var available: Bool
    /// Why it could not be had: every rule that it breaks, or DISPLAY_NAME_TAKEN. Empty when it is
    /// available.
    public var reasons: [Reason]

    public init(available: Bool = false, reasons: [Reason] = []) {
        self.available = available
        self.reasons = reasons
    }
}

extension CheckDisplayNameResponse {
    public static var typeName: String { "rollcall.v1.CheckDisplayNameResponse" }

    public static let layout = MessageLayout(rollcall__v1__check_display_name_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__CheckDisplayNameResponse.self)
        self.available = c.pointee.available != 0
        self.reasons = source.list(c.pointee.reasons, c.pointee.n_reasons) { Reason($0) }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__CheckDisplayNameResponse.self)
        c.pointee.available = self.available ? 1 : 0
        (c.pointee.n_reasons, c.pointee.reasons) =
            target.list(self.reasons) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["available": available, "reasons": reasons]
    }
}

/// Which display name to hold, for whom.
public struct HoldDisplayNameRequest: Message {
    /// The user that is signing up, a UUID in its text form.
    public var userID: String
    /// The display name.
    public var displayName: String

    public init(userID: String = "", displayName: String = "") {
        self.userID = userID
        self.displayName = displayName
    }
}

extension HoldDisplayNameRequest {
    public static var typeName: String { "rollcall.v1.HoldDisplayNameRequest" }

    public static let layout = MessageLayout(rollcall__v1__hold_display_name_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__HoldDisplayNameRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__HoldDisplayNameRequest.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.display_name = target.string(self.displayName)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "displayName": displayName]
    }
}

/// The display name is held.
public struct HoldDisplayNameResponse: Message {
    public init() {}
}

extension HoldDisplayNameResponse {
    public static var typeName: String { "rollcall.v1.HoldDisplayNameResponse" }

    public static let layout = MessageLayout(rollcall__v1__hold_display_name_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {}

    public func encode(into target: MessageTarget) {}

    public var describedFields: KeyValuePairs<String, Any> {
        [:]
    }
}

/// Whose held display name to confirm.
public struct ConfirmDisplayNameRequest: Message {
    /// The user that has signed up.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension ConfirmDisplayNameRequest {
    public static var typeName: String { "rollcall.v1.ConfirmDisplayNameRequest" }

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

/// The user has the display name and a profile.
public struct ConfirmDisplayNameResponse: Message {
    public init() {}
}

extension ConfirmDisplayNameResponse {
    public static var typeName: String { "rollcall.v1.ConfirmDisplayNameResponse" }

    public static let layout = MessageLayout(rollcall__v1__confirm_display_name_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {}

    public func encode(into target: MessageTarget) {}

    public var describedFields: KeyValuePairs<String, Any> {
        [:]
    }
}

/// Whose held display name to give up.
public struct ReleaseDisplayNameRequest: Message {
    /// The user that did not sign up after all.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension ReleaseDisplayNameRequest {
    public static var typeName: String { "rollcall.v1.ReleaseDisplayNameRequest" }

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
public struct ReleaseDisplayNameResponse: Message {
    public init() {}
}

extension ReleaseDisplayNameResponse {
    public static var typeName: String { "rollcall.v1.ReleaseDisplayNameResponse" }

    public static let layout = MessageLayout(rollcall__v1__release_display_name_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {}

    public func encode(into target: MessageTarget) {}

    public var describedFields: KeyValuePairs<String, Any> {
        [:]
    }
}

/// Which profile to read.
public struct GetProfileRequest: Message {
    /// One of the two.
    public var key: Key?

    public init(key: Key? = nil) {
        self.key = key
    }

    /// The value of `key`.
    public enum Key: Sendable, Equatable {
        /// The user, a UUID in its text form.
        case userID(String)
        /// The user's display name, in any case.
        case displayName(String)
    }
}

extension GetProfileRequest {
    public static var typeName: String { "rollcall.v1.GetProfileRequest" }

    public static let layout = MessageLayout(rollcall__v1__get_profile_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetProfileRequest.self)
        switch c.pointee.key_case.rawValue {
        case 1: self.key = .userID(try source.string(c.pointee.user_id, "user_id"))
        case 2: self.key = .displayName(try source.string(c.pointee.display_name, "display_name"))
        default: self.key = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetProfileRequest.self)
        switch self.key {
        case .userID(let value):
            c.pointee.key_case = .init(rawValue: 1)
            c.pointee.user_id = target.string(value)
        case .displayName(let value):
            c.pointee.key_case = .init(rawValue: 2)
            c.pointee.display_name = target.string(value)
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["key": key as Any]
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
    public static var typeName: String { "rollcall.v1.GetProfileResponse" }

    public static let layout = MessageLayout(rollcall__v1__get_profile_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetProfileResponse.self)
        self.profile = try source.message(c.pointee.profile)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetProfileResponse.self)
        if let value = self.profile {
            c.pointee.profile = target.message(value)
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["profile": profile as Any]
    }
}

/// Whose display name to look up.
public struct ResolveDisplayNameRequest: Message {
    /// The display name, in any case.
    public var displayName: String

    public init(displayName: String = "") {
        self.displayName = displayName
    }
}

extension ResolveDisplayNameRequest {
    public static var typeName: String { "rollcall.v1.ResolveDisplayNameRequest" }

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

/// Whose it is.
public struct ResolveDisplayNameResponse: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension ResolveDisplayNameResponse {
    public static var typeName: String { "rollcall.v1.ResolveDisplayNameResponse" }

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

/// Whose display names to read.
public struct GetDisplayNamesRequest: Message {
    /// UUIDs in their text form, at most 500.
    public var userIDs: [String]

    public init(userIDs: [String] = []) {
        self.userIDs = userIDs
    }
}

extension GetDisplayNamesRequest {
    public static var typeName: String { "rollcall.v1.GetDisplayNamesRequest" }

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

/// The display names. A user without a profile is left out.
public struct GetDisplayNamesResponse: Message {
    /// In no order.
    public var users: [NamedUser]

    public init(users: [NamedUser] = []) {
        self.users = users
    }
}

extension GetDisplayNamesResponse {
    public static var typeName: String { "rollcall.v1.GetDisplayNamesResponse" }

    public static let layout = MessageLayout(rollcall__v1__get_display_names_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetDisplayNamesResponse.self)
        self.users = try source.messages(c.pointee.users, c.pointee.n_users)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetDisplayNamesResponse.self)
        (c.pointee.n_users, c.pointee.users) = target.list(self.users) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["users": users]
    }
}

/// A user, and the name that others see.
public struct NamedUser: Message {
    /// A UUIDv7 in its text form.
    public var userID: String
    /// In the case in which it was chosen.
    public var displayName: String

    public init(userID: String = "", displayName: String = "") {
        self.userID = userID
        self.displayName = displayName
    }
}

extension NamedUser {
    public static var typeName: String { "rollcall.v1.NamedUser" }

    public static let layout = MessageLayout(rollcall__v1__named_user__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__NamedUser.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__NamedUser.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.display_name = target.string(self.displayName)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "displayName": displayName]
    }
}

/// What to change; a field that is not set stays as it is.
public struct UpdateProfileRequest: Message {
    /// The new display name. A change of case alone is allowed, and so is a name that the caller
    /// had before and that nobody has had since. The old one is kept for the caller for 30 days.
    public var displayName: String?

    public init(displayName: String? = nil) {
        self.displayName = displayName
    }
}

extension UpdateProfileRequest {
    public static var typeName: String { "rollcall.v1.UpdateProfileRequest" }

    public static let layout = MessageLayout(rollcall__v1__update_profile_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UpdateProfileRequest.self)
        if c.pointee._display_name_case.rawValue == 1 {
            self.displayName = try source.string(c.pointee.display_name, "display_name")
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UpdateProfileRequest.self)
        if let value = self.displayName {
            c.pointee._display_name_case = .init(rawValue: 1)
            c.pointee.display_name = target.string(value)
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["displayName": displayName as Any]
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
    public static var typeName: String { "rollcall.v1.UpdateProfileResponse" }

    public static let layout = MessageLayout(rollcall__v1__update_profile_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UpdateProfileResponse.self)
        self.profile = try source.message(c.pointee.profile)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UpdateProfileResponse.self)
        if let value = self.profile {
            c.pointee.profile = target.message(value)
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["profile": profile as Any]
    }
}

/// A part of the photo, in order. The first need not be larger than the others.
public struct UploadPhotoRequest: Message {
    /// The next bytes, at most 262,144 (256 KiB); 65,536 is a good size.
    public var chunk: [UInt8]

    public init(chunk: [UInt8] = []) {
        self.chunk = chunk
    }
}

extension UploadPhotoRequest {
    public static var typeName: String { "rollcall.v1.UploadPhotoRequest" }

    public static let layout = MessageLayout(rollcall__v1__upload_photo_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UploadPhotoRequest.self)
        self.chunk = source.bytes(c.pointee.chunk)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UploadPhotoRequest.self)
        c.pointee.chunk = target.bytes(self.chunk)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["chunk": chunk]
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
    public static var typeName: String { "rollcall.v1.UploadPhotoResponse" }

    public static let layout = MessageLayout(rollcall__v1__upload_photo_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UploadPhotoResponse.self)
        self.photo = try source.message(c.pointee.photo)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UploadPhotoResponse.self)
        if let value = self.photo {
            c.pointee.photo = target.message(value)
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["photo": photo as Any]
    }
}

/// Whose photo to read.
public struct DownloadPhotoRequest: Message {
    /// The user, a UUID in its text form.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension DownloadPhotoRequest {
    public static var typeName: String { "rollcall.v1.DownloadPhotoRequest" }

    public static let layout = MessageLayout(rollcall__v1__download_photo_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DownloadPhotoRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DownloadPhotoRequest.self)
        c.pointee.user_id = target.string(self.userID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID]
    }
}

/// First `photo`, then one `chunk` or more.
public struct DownloadPhotoResponse: Message {
    /// One of the two.
    public var part: Part?

    public init(part: Part? = nil) {
        self.part = part
    }

    /// The value of `part`.
    public enum Part: Sendable, Equatable {
        /// What the chunks add up to.
        case photo(Photo)
        /// The next bytes, at most 65,536.
        case chunk([UInt8])
    }
}

extension DownloadPhotoResponse {
    public static var typeName: String { "rollcall.v1.DownloadPhotoResponse" }

    public static let layout = MessageLayout(rollcall__v1__download_photo_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DownloadPhotoResponse.self)
        switch c.pointee.part_case.rawValue {
        case 1: self.part = (try source.message(c.pointee.photo)).map { .photo($0) }
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

/// The photo is the caller's.
public struct DeletePhotoRequest: Message {
    public init() {}
}

extension DeletePhotoRequest {
    public static var typeName: String { "rollcall.v1.DeletePhotoRequest" }

    public static let layout = MessageLayout(rollcall__v1__delete_photo_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {}

    public func encode(into target: MessageTarget) {}

    public var describedFields: KeyValuePairs<String, Any> {
        [:]
    }
}

/// The caller has no photo.
public struct DeletePhotoResponse: Message {
    public init() {}
}

extension DeletePhotoResponse {
    public static var typeName: String { "rollcall.v1.DeletePhotoResponse" }

    public static let layout = MessageLayout(rollcall__v1__delete_photo_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {}

    public func encode(into target: MessageTarget) {}

    public var describedFields: KeyValuePairs<String, Any> {
        [:]
    }
}

/// Whom to forget.
public struct EraseProfileRequest: Message {
    /// The user, a UUID in its text form.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension EraseProfileRequest {
    public static var typeName: String { "rollcall.v1.EraseProfileRequest" }

    public static let layout = MessageLayout(rollcall__v1__erase_profile_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__EraseProfileRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__EraseProfileRequest.self)
        c.pointee.user_id = target.string(self.userID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID]
    }
}

/// The user is forgotten.
public struct EraseProfileResponse: Message {
    /// When that was done first, in milliseconds since 1970-01-01 UTC.
    public var erasedAtMs: Int64

    public init(erasedAtMs: Int64 = 0) {
        self.erasedAtMs = erasedAtMs
    }
}

extension EraseProfileResponse {
    public static var typeName: String { "rollcall.v1.EraseProfileResponse" }

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

/// Whose profile to export.
public struct ExportProfileRequest: Message {
    /// The user, a UUID in its text form.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension ExportProfileRequest {
    public static var typeName: String { "rollcall.v1.ExportProfileRequest" }

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

    public init(part: Part? = nil) {
        self.part = part
    }

    /// The value of `part`.
    public enum Part: Sendable, Equatable {
        /// The profile. Its photo is what the chunks add up to.
        case profile(Profile)
        /// The next bytes, at most 65,536.
        case photoChunk([UInt8])
    }
}

extension ExportProfileResponse {
    public static var typeName: String { "rollcall.v1.ExportProfileResponse" }

    public static let layout = MessageLayout(rollcall__v1__export_profile_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportProfileResponse.self)
        switch c.pointee.part_case.rawValue {
        case 1: self.part = (try source.message(c.pointee.profile)).map { .profile($0) }
        case 2: self.part = .photoChunk(source.bytes(c.pointee.photo_chunk))
        default: self.part = nil
        }
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
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["part": part as Any]
    }
}

/// How others see a user.
public struct Profile: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String
    /// The display name, in the case in which it was chosen.
    public var displayName: String
    /// The photo; absent when there is none.
    public var photo: Photo?
    /// When the profile was made, in milliseconds since 1970-01-01 UTC.
    public var createdAtMs: Int64
    /// When it was last changed, in milliseconds since 1970-01-01 UTC.
    public var updatedAtMs: Int64

    public init(
        userID: String = "",
        displayName: String = "",
        photo: Photo? = nil,
        createdAtMs: Int64 = 0,
        updatedAtMs: Int64 = 0
    ) {
        self.userID = userID
        self.displayName = displayName
        self.photo = photo
        self.createdAtMs = createdAtMs
        self.updatedAtMs = updatedAtMs
    }
}

extension Profile {
    public static var typeName: String { "rollcall.v1.Profile" }

    public static let layout = MessageLayout(rollcall__v1__profile__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Profile.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.photo = try source.message(c.pointee.photo)
        self.createdAtMs = c.pointee.created_at_ms
        self.updatedAtMs = c.pointee.updated_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Profile.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.display_name = target.string(self.displayName)
        if let value = self.photo {
            c.pointee.photo = target.message(value)
        }
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.updated_at_ms = self.updatedAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "userID": userID,
            "displayName": displayName,
            "photo": photo as Any,
            "createdAtMs": createdAtMs,
            "updatedAtMs": updatedAtMs,
        ]
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

    public init(photoID: String = "", size: UInt32 = 0, width: UInt32 = 0, height: UInt32 = 0) {
        self.photoID = photoID
        self.size = size
        self.width = width
        self.height = height
    }
}

extension Photo {
    public static var typeName: String { "rollcall.v1.Photo" }

    public static let layout = MessageLayout(rollcall__v1__photo__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Photo.self)
        self.photoID = try source.string(c.pointee.photo_id, "photo_id")
        self.size = c.pointee.size
        self.width = c.pointee.width
        self.height = c.pointee.height
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Photo.self)
        c.pointee.photo_id = target.string(self.photoID)
        c.pointee.size = self.size
        c.pointee.width = self.width
        c.pointee.height = self.height
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["photoID": photoID, "size": size, "width": width, "height": height]
    }
}
