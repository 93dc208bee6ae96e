// swift-format-ignore-file
// Generated from rollcall/v1/user.proto by proto/generate.sh. Do not edit.

import Foundation

/// How a request names one user. Requests about many users, watches and answers have ids.
///
/// Errors: INVALID_ARGUMENT (FIELD_MISSING, with the path of the key, if nothing is set;
/// FIELD_MALFORMED, with the path of its member, for a key that the RPC does not take, and for an
/// id that is no UUIDv7).
public struct UserKey: Message, Redacted {
    /// One of the three.
    public var key: Key?

    public init() {}
    public init(key: Key? = nil) {
        self.key = key
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.choice(1, &key, Key.userID) { if case .userID(let value) = $0 { value } else { nil } }
        try visitor.choice(2, &key, Key.displayName) { if case .displayName(let value) = $0 { value } else { nil } }
        try visitor.choice(3, &key, Key.email) { if case .email(let value) = $0 { value } else { nil } }
    }

    /// The value of `key`.
    public enum Key: Sendable, Equatable, Redacted {
        /// The user, a UUIDv7 in its text form.
        case userID(String)
        /// The user's display name, in any case. Presence takes ids alone.
        case displayName(String)
        /// An e-mail address of the user. Auth alone takes it, from administrators.
        case email(String)
    }
}

/// A user, and the display name that others see.
public struct NamedUser: Message {
    /// A UUIDv7 in its text form.
    public var userID: String = ""
    /// In the case that the user chose.
    public var displayName: String = ""

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &userID)
        try visitor.value(2, &displayName)
    }
}
