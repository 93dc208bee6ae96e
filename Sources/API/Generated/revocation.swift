// swift-format-ignore-file
// Generated from rollcall/v1/revocation.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// A place in the stream of revocations.
public struct RevocationCursor: Message {
    /// The epoch: access tokens carry it, and one of another epoch is not valid. It is random, and
    /// drawn anew when all earlier sessions are to end.
    public var epoch: UInt64
    /// How many revocations of this epoch have been told.
    public var version: UInt64
    /// Proves that Auth has given the cursor out: 16 bytes, to be sent back as they are.
    public var code: [UInt8]

    public init(epoch: UInt64 = 0, version: UInt64 = 0, code: [UInt8] = []) {
        self.epoch = epoch
        self.version = version
        self.code = code
    }
}

extension RevocationCursor {
    public static let layout = MessageLayout(rollcall__v1__revocation_cursor__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RevocationCursor.self)
        self.epoch = c.pointee.epoch
        self.version = c.pointee.version
        self.code = source.bytes(c.pointee.code)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RevocationCursor.self)
        c.pointee.epoch = self.epoch
        c.pointee.version = self.version
        c.pointee.code = target.bytes(self.code)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["epoch": epoch, "version": version, "code": code]
    }
}

/// A request to be told of revocations.
public struct WatchRevocationsRequest: Message {
    /// The one of the last message that was received; absent for all that still matters.
    public var cursor: RevocationCursor?

    public init(cursor: RevocationCursor? = nil) {
        self.cursor = cursor
    }
}

extension WatchRevocationsRequest {
    public static let layout = MessageLayout(rollcall__v1__watch_revocations_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchRevocationsRequest.self)
        self.cursor = try source.message(c.pointee.cursor)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchRevocationsRequest.self)
        c.pointee.cursor = target.message(ifAny: self.cursor)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["cursor": cursor as Any]
    }
}

/// A part of the stream.
public struct WatchRevocationsResponse: Message {
    /// Where the stream stands after this message.
    public var cursor: RevocationCursor?
    /// Whether all that was told before is to be forgotten: in the first message of a snapshot.
    public var replaces: Bool
    /// The ids of the sessions that have ended, 16 bytes each, at most 1,000.
    public var sessionIDs: [[UInt8]]
    /// Whether nothing older is still to come.
    public var isCurrent: Bool
    /// Whether the signing keys have changed: fetch them now.
    public var keysChanged: Bool

    public init(
        cursor: RevocationCursor? = nil,
        replaces: Bool = false,
        sessionIDs: [[UInt8]] = [],
        isCurrent: Bool = false,
        keysChanged: Bool = false
    ) {
        self.cursor = cursor
        self.replaces = replaces
        self.sessionIDs = sessionIDs
        self.isCurrent = isCurrent
        self.keysChanged = keysChanged
    }
}

extension WatchRevocationsResponse {
    public static let layout = MessageLayout(rollcall__v1__watch_revocations_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchRevocationsResponse.self)
        self.cursor = try source.message(c.pointee.cursor)
        self.replaces = c.pointee.replaces != 0
        self.sessionIDs =
            source.list(c.pointee.session_ids, c.pointee.n_session_ids) { source.bytes($0) }
        self.isCurrent = c.pointee.is_current != 0
        self.keysChanged = c.pointee.keys_changed != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchRevocationsResponse.self)
        c.pointee.cursor = target.message(ifAny: self.cursor)
        c.pointee.replaces = self.replaces ? 1 : 0
        (c.pointee.n_session_ids, c.pointee.session_ids) =
            target.list(self.sessionIDs) { target.bytes($0) }
        c.pointee.is_current = self.isCurrent ? 1 : 0
        c.pointee.keys_changed = self.keysChanged ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "cursor": cursor as Any,
            "replaces": replaces,
            "sessionIDs": sessionIDs,
            "isCurrent": isCurrent,
            "keysChanged": keysChanged,
        ]
    }
}
