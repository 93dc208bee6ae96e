// swift-format-ignore-file
// Generated from bench.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CBenchMessages

/// What is to come back.
internal struct EchoRequest: Message {
    /// Any bytes.
    internal var payload: [UInt8]

    internal init(payload: [UInt8] = []) {
        self.payload = payload
    }
}

extension EchoRequest {
    internal static let layout = MessageLayout(rollcall__bench__v1__echo_request__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Bench__V1__EchoRequest.self)
        self.payload = source.bytes(c.pointee.payload)
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Bench__V1__EchoRequest.self)
        c.pointee.payload = target.bytes(self.payload)
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        ["payload": payload]
    }
}

/// What has come back.
internal struct EchoResponse: Message {
    /// The bytes of the request.
    internal var payload: [UInt8]

    internal init(payload: [UInt8] = []) {
        self.payload = payload
    }
}

extension EchoResponse {
    internal static let layout = MessageLayout(rollcall__bench__v1__echo_response__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Bench__V1__EchoResponse.self)
        self.payload = source.bytes(c.pointee.payload)
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Bench__V1__EchoResponse.self)
        c.pointee.payload = target.bytes(self.payload)
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        ["payload": payload]
    }
}

/// As `rollcall.v1.GetProfileRequest`.
internal struct GetProfileRequest: Message {
    /// One of the two.
    internal var key: Key?

    internal init(key: Key? = nil) {
        self.key = key
    }

    /// The value of `key`.
    internal enum Key: Sendable, Equatable {
        /// The user, a UUID in its text form.
        case userID(String)
        /// The user's display name.
        case displayName(String)
    }
}

extension GetProfileRequest {
    internal static let layout = MessageLayout(rollcall__bench__v1__get_profile_request__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Bench__V1__GetProfileRequest.self)
        switch c.pointee.key_case.rawValue {
        case 1: self.key = .userID(try source.string(c.pointee.user_id, "user_id"))
        case 2: self.key = .displayName(try source.string(c.pointee.display_name, "display_name"))
        default: self.key = nil
        }
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Bench__V1__GetProfileRequest.self)
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

    internal var describedFields: KeyValuePairs<String, Any> {
        ["key": key as Any]
    }
}

/// As `rollcall.v1.GetProfileResponse`.
internal struct GetProfileResponse: Message {
    /// The profile.
    internal var profile: Profile?

    internal init(profile: Profile? = nil) {
        self.profile = profile
    }
}

extension GetProfileResponse {
    internal static let layout = MessageLayout(rollcall__bench__v1__get_profile_response__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Bench__V1__GetProfileResponse.self)
        self.profile = try source.message(c.pointee.profile, "profile")
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Bench__V1__GetProfileResponse.self)
        c.pointee.profile = target.message(ifAny: self.profile)
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        ["profile": profile as Any]
    }
}

/// As `rollcall.v1.Profile`.
internal struct Profile: Message {
    /// The user, a UUIDv7 in its text form.
    internal var userID: String
    /// The display name.
    internal var displayName: String
    /// The photo.
    internal var photo: Photo?
    /// Milliseconds since 1970-01-01 UTC.
    internal var createdAtMs: Int64
    /// Milliseconds since 1970-01-01 UTC.
    internal var updatedAtMs: Int64

    internal init(
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
    internal static let layout = MessageLayout(rollcall__bench__v1__profile__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Bench__V1__Profile.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.photo = try source.message(c.pointee.photo, "photo")
        self.createdAtMs = c.pointee.created_at_ms
        self.updatedAtMs = c.pointee.updated_at_ms
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Bench__V1__Profile.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.photo = target.message(ifAny: self.photo)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.updated_at_ms = self.updatedAtMs
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        [
            "userID": userID,
            "displayName": displayName,
            "photo": photo as Any,
            "createdAtMs": createdAtMs,
            "updatedAtMs": updatedAtMs,
        ]
    }
}

/// As `rollcall.v1.Photo`.
internal struct Photo: Message {
    /// 64 hexadecimal digits.
    internal var photoID: String
    /// Bytes.
    internal var size: UInt32
    /// Pixels.
    internal var width: UInt32
    /// Pixels.
    internal var height: UInt32

    internal init(photoID: String = "", size: UInt32 = 0, width: UInt32 = 0, height: UInt32 = 0) {
        self.photoID = photoID
        self.size = size
        self.width = width
        self.height = height
    }
}

extension Photo {
    internal static let layout = MessageLayout(rollcall__bench__v1__photo__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Bench__V1__Photo.self)
        self.photoID = try source.string(c.pointee.photo_id, "photo_id")
        self.size = c.pointee.size
        self.width = c.pointee.width
        self.height = c.pointee.height
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Bench__V1__Photo.self)
        c.pointee.photo_id = target.string(self.photoID)
        c.pointee.size = self.size
        c.pointee.width = self.width
        c.pointee.height = self.height
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        ["photoID": photoID, "size": size, "width": width, "height": height]
    }
}

/// How much to send.
internal struct DownloadRequest: Message {
    /// Chunks.
    internal var count: UInt64
    /// Bytes of a chunk.
    internal var size: UInt32

    internal init(count: UInt64 = 0, size: UInt32 = 0) {
        self.count = count
        self.size = size
    }
}

extension DownloadRequest {
    internal static let layout = MessageLayout(rollcall__bench__v1__download_request__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Bench__V1__DownloadRequest.self)
        self.count = c.pointee.count
        self.size = c.pointee.size
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Bench__V1__DownloadRequest.self)
        c.pointee.count = self.count
        c.pointee.size = self.size
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        ["count": count, "size": size]
    }
}

/// A part of a stream.
internal struct Chunk: Message {
    /// Any bytes.
    internal var payload: [UInt8]

    internal init(payload: [UInt8] = []) {
        self.payload = payload
    }
}

extension Chunk {
    internal static let layout = MessageLayout(rollcall__bench__v1__chunk__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Bench__V1__Chunk.self)
        self.payload = source.bytes(c.pointee.payload)
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Bench__V1__Chunk.self)
        c.pointee.payload = target.bytes(self.payload)
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        ["payload": payload]
    }
}

/// What has arrived.
internal struct UploadResponse: Message {
    /// Chunks.
    internal var count: UInt64

    internal init(count: UInt64 = 0) {
        self.count = count
    }
}

extension UploadResponse {
    internal static let layout = MessageLayout(rollcall__bench__v1__upload_response__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Bench__V1__UploadResponse.self)
        self.count = c.pointee.count
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Bench__V1__UploadResponse.self)
        c.pointee.count = self.count
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        ["count": count]
    }
}

/// How long to sleep.
internal struct SleepRequest: Message {
    /// Microseconds.
    internal var microseconds: UInt32

    internal init(microseconds: UInt32 = 0) {
        self.microseconds = microseconds
    }
}

extension SleepRequest {
    internal static let layout = MessageLayout(rollcall__bench__v1__sleep_request__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Bench__V1__SleepRequest.self)
        self.microseconds = c.pointee.microseconds
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Bench__V1__SleepRequest.self)
        c.pointee.microseconds = self.microseconds
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        ["microseconds": microseconds]
    }
}

/// Nothing.
internal struct SleepResponse: EmptyMessage {
    internal init() {}
}

extension SleepResponse {
    internal static let layout = MessageLayout(rollcall__bench__v1__sleep_response__init)
}

/// How much to work.
internal struct BurnRequest: Message {
    /// Microseconds of processor time.
    internal var microseconds: UInt32

    internal init(microseconds: UInt32 = 0) {
        self.microseconds = microseconds
    }
}

extension BurnRequest {
    internal static let layout = MessageLayout(rollcall__bench__v1__burn_request__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Bench__V1__BurnRequest.self)
        self.microseconds = c.pointee.microseconds
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Bench__V1__BurnRequest.self)
        c.pointee.microseconds = self.microseconds
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        ["microseconds": microseconds]
    }
}

/// Nothing.
internal struct BurnResponse: EmptyMessage {
    internal init() {}
}

extension BurnResponse {
    internal static let layout = MessageLayout(rollcall__bench__v1__burn_response__init)
}
