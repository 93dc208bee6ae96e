// swift-format-ignore-file
// Generated from rollcall/v1/user.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// How a request names one user. Requests about many users, watches and answers have ids.
///
/// Errors: INVALID_ARGUMENT (FIELD_MISSING, with the path of the key, if nothing is set;
/// FIELD_MALFORMED, with the path of its member, for a key that the RPC does not take, and for an
/// id that is no UUIDv7).
public struct UserKey: Message {
    /// One of the three.
    public var key: Key?

    public init(key: Key? = nil) {
        self.key = key
    }

    /// The value of `key`.
    public enum Key: Sendable, Equatable {
        /// The user, a UUIDv7 in its text form.
        case userID(String)
        /// The user's display name, in any case. Presence takes ids alone.
        case displayName(String)
        /// An e-mail address of the user. Auth alone takes it, from administrators.
        case email(String)
    }
}

extension UserKey {
    public static let layout = MessageLayout(rollcall__v1__user_key__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UserKey.self)
        switch c.pointee.key_case.rawValue {
        case 1: self.key = .userID(try source.string(c.pointee.user_id, "user_id"))
        case 2: self.key = .displayName(try source.string(c.pointee.display_name, "display_name"))
        case 3: self.key = .email(try source.string(c.pointee.email, "email"))
        default: self.key = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UserKey.self)
        switch self.key {
        case .userID(let value):
            c.pointee.key_case = .init(rawValue: 1)
            c.pointee.user_id = target.string(value)
        case .displayName(let value):
            c.pointee.key_case = .init(rawValue: 2)
            c.pointee.display_name = target.string(value)
        case .email(let value):
            c.pointee.key_case = .init(rawValue: 3)
            c.pointee.email = target.string(value)
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["key": key as Any]
    }
}

extension UserKey.Key: FieldDescribing {
    public var describedFields: KeyValuePairs<String, Any> {
        switch self {
        case .userID(let value): ["userID": value]
        case .displayName(let value): ["displayName": value]
        case .email: ["email": Redacted()]
        }
    }
}

/// A user, and the display name that others see.
public struct NamedUser: Message {
    /// A UUIDv7 in its text form.
    public var userID: String
    /// In the case that the user chose.
    public var displayName: String

    public init(userID: String = "", displayName: String = "") {
        self.userID = userID
        self.displayName = displayName
    }
}

extension NamedUser {
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
