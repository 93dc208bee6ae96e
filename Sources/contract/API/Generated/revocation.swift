// swift-format-ignore-file
// Generated from rollcall/v1/revocation.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// A position in the stream of revocations.
public struct RevocationCursor: Message {
    /// The epoch. Access tokens carry it, and tokens of other epochs are invalid. It is a random
    /// number, and changes when all earlier sessions are to end.
    public var epoch: UInt64
    /// How many revocations of this epoch have been sent.
    public var version: UInt64
    /// Proves that Auth has issued the cursor: 16 bytes, to be sent back unchanged.
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

/// Where to begin the stream.
public struct WatchRevocationsRequest: Message {
    /// The cursor of the last received message; absent for everything that still matters.
    public var cursor: RevocationCursor?

    public init(cursor: RevocationCursor? = nil) {
        self.cursor = cursor
    }
}

extension WatchRevocationsRequest {
    public static let layout = MessageLayout(rollcall__v1__watch_revocations_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchRevocationsRequest.self)
        self.cursor = try source.message(c.pointee.cursor, "cursor")
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
    /// The position of the stream after this message.
    public var cursor: RevocationCursor?
    /// Whether to discard everything received before. Set in the first message of a snapshot.
    public var replaces: Bool
    /// The ids of the ended sessions, 16 bytes each, at most 1,000.
    public var sessionIDs: [[UInt8]]
    /// Whether all earlier revocations have been sent.
    public var isCurrent: Bool
    /// Whether the signing keys have changed: fetch them now.
    public var hasNewKeys: Bool
    /// Auth's time, in milliseconds since 1970-01-01 UTC, by which the receiver checks its own
    /// clock.
    public var sentAtMs: Int64

    public init(
        cursor: RevocationCursor? = nil,
        replaces: Bool = false,
        sessionIDs: [[UInt8]] = [],
        isCurrent: Bool = false,
        hasNewKeys: Bool = false,
        sentAtMs: Int64 = 0
    ) {
        self.cursor = cursor
        self.replaces = replaces
        self.sessionIDs = sessionIDs
        self.isCurrent = isCurrent
        self.hasNewKeys = hasNewKeys
        self.sentAtMs = sentAtMs
    }
}

extension WatchRevocationsResponse {
    public static let layout = MessageLayout(rollcall__v1__watch_revocations_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchRevocationsResponse.self)
        self.cursor = try source.message(c.pointee.cursor, "cursor")
        self.replaces = c.pointee.replaces != 0
        self.sessionIDs =
            source.list(c.pointee.session_ids, c.pointee.n_session_ids) { source.bytes($0) }
        self.isCurrent = c.pointee.is_current != 0
        self.hasNewKeys = c.pointee.has_new_keys != 0
        self.sentAtMs = c.pointee.sent_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchRevocationsResponse.self)
        c.pointee.cursor = target.message(ifAny: self.cursor)
        c.pointee.replaces = self.replaces ? 1 : 0
        (c.pointee.n_session_ids, c.pointee.session_ids) =
            target.list(self.sessionIDs) { target.bytes($0) }
        c.pointee.is_current = self.isCurrent ? 1 : 0
        c.pointee.has_new_keys = self.hasNewKeys ? 1 : 0
        c.pointee.sent_at_ms = self.sentAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "cursor": cursor as Any,
            "replaces": replaces,
            "sessionIDs": sessionIDs,
            "isCurrent": isCurrent,
            "hasNewKeys": hasNewKeys,
            "sentAtMs": sentAtMs,
        ]
    }
}
