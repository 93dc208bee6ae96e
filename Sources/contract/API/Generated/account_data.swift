// swift-format-ignore-file
// Generated from rollcall/v1/account_data.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// What is kept of a deleted account.
public enum DeletionRemainder: OpenEnum {
    /// Unspecified; never sent.
    case unspecified
    /// The id of the account and when it was deleted, so that no late message brings it back, and
    /// the digest of this receipt. They are kept forever.
    case tombstone
    /// The account's former display names, without the account and to the day. They are in
    /// quarantine for 30 days, and administrators see that they had an owner.
    case ownerlessNames
    /// What the operator has copied before: backups of the databases and photos, and PostgreSQL's
    /// archive of its log. They last until the operator deletes them.
    case backups
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .tombstone
        case 2: self = .ownerlessNames
        case 3: self = .backups
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .tombstone: 1
        case .ownerlessNames: 2
        case .backups: 3
        case .unrecognized(let number): number
        }
    }
}

/// A request to delete the caller's account.
public struct DeleteAccountRequest: Message {
    /// The account's password.
    public var password: String

    public init(password: String = "") {
        self.password = password
    }
}

extension DeleteAccountRequest {
    public static let layout = MessageLayout(rollcall__v1__delete_account_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DeleteAccountRequest.self)
        self.password = try source.string(c.pointee.password, "password")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DeleteAccountRequest.self)
        c.pointee.password = target.string(self.password)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["password": Redacted()]
    }
}

/// The account is deleted here, and will be elsewhere.
public struct DeleteAccountResponse: Message {
    /// The receipt for reading the progress later: `rcx1_` and 70 characters of `[A-Za-z0-9_-]`.
    public var receipt: String
    /// When the account was deleted, in milliseconds since 1970-01-01 UTC.
    public var requestedAtMs: Int64

    public init(receipt: String = "", requestedAtMs: Int64 = 0) {
        self.receipt = receipt
        self.requestedAtMs = requestedAtMs
    }
}

extension DeleteAccountResponse {
    public static let layout = MessageLayout(rollcall__v1__delete_account_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DeleteAccountResponse.self)
        self.receipt = try source.string(c.pointee.receipt, "receipt")
        self.requestedAtMs = c.pointee.requested_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DeleteAccountResponse.self)
        c.pointee.receipt = target.string(self.receipt)
        c.pointee.requested_at_ms = self.requestedAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["receipt": Redacted(), "requestedAtMs": requestedAtMs]
    }
}

/// The deletion to look up.
public struct GetDeletionReceiptRequest: Message {
    /// The receipt.
    public var receipt: String

    public init(receipt: String = "") {
        self.receipt = receipt
    }
}

extension GetDeletionReceiptRequest {
    public static let layout = MessageLayout(rollcall__v1__get_deletion_receipt_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetDeletionReceiptRequest.self)
        self.receipt = try source.string(c.pointee.receipt, "receipt")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetDeletionReceiptRequest.self)
        c.pointee.receipt = target.string(self.receipt)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["receipt": Redacted()]
    }
}

/// The progress of a deletion. Times are milliseconds since 1970-01-01 UTC, or 0 for steps that are
/// still to be done.
public struct GetDeletionReceiptResponse: Message {
    /// When the account was deleted.
    public var requestedAtMs: Int64
    /// When Profile erased the profile, the photo and the display name.
    public var profileErasedAtMs: Int64
    /// When Presence erased the user.
    public var presenceErasedAtMs: Int64
    /// What is kept.
    public var kept: [DeletionRemainder]

    public init(
        requestedAtMs: Int64 = 0,
        profileErasedAtMs: Int64 = 0,
        presenceErasedAtMs: Int64 = 0,
        kept: [DeletionRemainder] = []
    ) {
        self.requestedAtMs = requestedAtMs
        self.profileErasedAtMs = profileErasedAtMs
        self.presenceErasedAtMs = presenceErasedAtMs
        self.kept = kept
    }
}

extension GetDeletionReceiptResponse {
    public static let layout = MessageLayout(rollcall__v1__get_deletion_receipt_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetDeletionReceiptResponse.self)
        self.requestedAtMs = c.pointee.requested_at_ms
        self.profileErasedAtMs = c.pointee.profile_erased_at_ms
        self.presenceErasedAtMs = c.pointee.presence_erased_at_ms
        self.kept = source.list(c.pointee.kept, c.pointee.n_kept) { DeletionRemainder($0) }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetDeletionReceiptResponse.self)
        c.pointee.requested_at_ms = self.requestedAtMs
        c.pointee.profile_erased_at_ms = self.profileErasedAtMs
        c.pointee.presence_erased_at_ms = self.presenceErasedAtMs
        (c.pointee.n_kept, c.pointee.kept) =
            target.list(self.kept) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "requestedAtMs": requestedAtMs,
            "profileErasedAtMs": profileErasedAtMs,
            "presenceErasedAtMs": presenceErasedAtMs,
            "kept": kept,
        ]
    }
}

/// A request for all data of the caller's account.
public struct ExportAccountRequest: Message {
    /// The account's password.
    public var password: String

    public init(password: String = "") {
        self.password = password
    }
}

extension ExportAccountRequest {
    public static let layout = MessageLayout(rollcall__v1__export_account_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportAccountRequest.self)
        self.password = try source.string(c.pointee.password, "password")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportAccountRequest.self)
        c.pointee.password = target.string(self.password)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["password": Redacted()]
    }
}

/// A part of the archive.
public struct ExportAccountResponse: Message {
    /// The next bytes, at most 65,536.
    public var chunk: [UInt8]

    public init(chunk: [UInt8] = []) {
        self.chunk = chunk
    }
}

extension ExportAccountResponse {
    public static let layout = MessageLayout(rollcall__v1__export_account_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportAccountResponse.self)
        self.chunk = source.bytes(c.pointee.chunk)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportAccountResponse.self)
        c.pointee.chunk = target.bytes(self.chunk)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["chunk": Redacted()]
    }
}
