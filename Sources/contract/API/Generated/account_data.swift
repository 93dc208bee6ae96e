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
    /// The fresh proof, also in a fresh session.
    public var proof: Reauthentication?

    public init(proof: Reauthentication? = nil) {
        self.proof = proof
    }
}

extension DeleteAccountRequest {
    public static let layout = MessageLayout(rollcall__v1__delete_account_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DeleteAccountRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DeleteAccountRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any]
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
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?

    public init(proof: Reauthentication? = nil) {
        self.proof = proof
    }
}

extension ExportAccountRequest {
    public static let layout = MessageLayout(rollcall__v1__export_account_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportAccountRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportAccountRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any]
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

/// The account, in an export. Times are milliseconds since 1970-01-01 UTC.
public struct ExportedAccount: Message {
    /// A UUIDv7 in its text form.
    public var userID: String
    /// Its e-mail addresses, the primary one first.
    public var addresses: [Address]
    /// What its owner can sign in with, without any secret.
    public var credentials: [ExportedCredential]
    /// A language tag (BCP 47); empty for the deployment's language.
    public var locale: String
    /// `user` or `admin`.
    public var role: String
    /// When the account was made.
    public var createdAtMs: Int64
    /// When the ban ends; 0 when there is none.
    public var disableEndsAtMs: Int64

    public init(
        userID: String = "",
        addresses: [Address] = [],
        credentials: [ExportedCredential] = [],
        locale: String = "",
        role: String = "",
        createdAtMs: Int64 = 0,
        disableEndsAtMs: Int64 = 0
    ) {
        self.userID = userID
        self.addresses = addresses
        self.credentials = credentials
        self.locale = locale
        self.role = role
        self.createdAtMs = createdAtMs
        self.disableEndsAtMs = disableEndsAtMs
    }
}

extension ExportedAccount {
    public static let layout = MessageLayout(rollcall__v1__exported_account__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportedAccount.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.addresses =
            try source.messages(c.pointee.addresses, c.pointee.n_addresses, "addresses")
        self.credentials =
            try source.messages(c.pointee.credentials, c.pointee.n_credentials, "credentials")
        self.locale = try source.string(c.pointee.locale, "locale")
        self.role = try source.string(c.pointee.role, "role")
        self.createdAtMs = c.pointee.created_at_ms
        self.disableEndsAtMs = c.pointee.disable_ends_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportedAccount.self)
        c.pointee.user_id = target.string(self.userID)
        (c.pointee.n_addresses, c.pointee.addresses) =
            target.list(self.addresses) { target.message($0) }
        (c.pointee.n_credentials, c.pointee.credentials) =
            target.list(self.credentials) { target.message($0) }
        c.pointee.locale = target.string(self.locale)
        c.pointee.role = target.string(self.role)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.disable_ends_at_ms = self.disableEndsAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "userID": userID,
            "addresses": addresses,
            "credentials": credentials,
            "locale": locale,
            "role": role,
            "createdAtMs": createdAtMs,
            "disableEndsAtMs": disableEndsAtMs,
        ]
    }
}

/// Something that an account's owner can sign in with, in an export. Times are milliseconds since
/// 1970-01-01 UTC.
public struct ExportedCredential: Message {
    /// `password`.
    public var kind: String
    /// Who vouches for it; empty for a password.
    public var issuer: String
    /// Its owner's name at the issuer; empty for a password.
    public var subject: String
    /// When it was set.
    public var createdAtMs: Int64
    /// When it was last used, to the day; 0 for never.
    public var lastUsedAtMs: Int64

    public init(
        kind: String = "",
        issuer: String = "",
        subject: String = "",
        createdAtMs: Int64 = 0,
        lastUsedAtMs: Int64 = 0
    ) {
        self.kind = kind
        self.issuer = issuer
        self.subject = subject
        self.createdAtMs = createdAtMs
        self.lastUsedAtMs = lastUsedAtMs
    }
}

extension ExportedCredential {
    public static let layout = MessageLayout(rollcall__v1__exported_credential__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportedCredential.self)
        self.kind = try source.string(c.pointee.kind, "kind")
        self.issuer = try source.string(c.pointee.issuer, "issuer")
        self.subject = try source.string(c.pointee.subject, "subject")
        self.createdAtMs = c.pointee.created_at_ms
        self.lastUsedAtMs = c.pointee.last_used_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportedCredential.self)
        c.pointee.kind = target.string(self.kind)
        c.pointee.issuer = target.string(self.issuer)
        c.pointee.subject = target.string(self.subject)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.last_used_at_ms = self.lastUsedAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "kind": kind,
            "issuer": issuer,
            "subject": Redacted(),
            "createdAtMs": createdAtMs,
            "lastUsedAtMs": lastUsedAtMs,
        ]
    }
}

/// The sessions of an account, in an export.
public struct ExportedSessions: Message {
    /// The newest first; at most 10,000.
    public var sessions: [ExportedSession]

    public init(sessions: [ExportedSession] = []) {
        self.sessions = sessions
    }
}

extension ExportedSessions {
    public static let layout = MessageLayout(rollcall__v1__exported_sessions__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportedSessions.self)
        self.sessions = try source.messages(c.pointee.sessions, c.pointee.n_sessions, "sessions")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportedSessions.self)
        (c.pointee.n_sessions, c.pointee.sessions) =
            target.list(self.sessions) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["sessions": sessions]
    }
}

/// A session, in an export. Times are milliseconds since 1970-01-01 UTC.
public struct ExportedSession: Message {
    /// A UUIDv7 in its text form.
    public var sessionID: String
    /// The label that the session was opened with.
    public var deviceLabel: String
    /// The system of the device when the session was opened.
    public var platform: String
    /// The version of the app when the session was opened.
    public var appVersion: String
    /// The network from which the session was opened, such as `203.0.113.0/24`.
    public var addressPrefix: String
    /// When the session was opened.
    public var createdAtMs: Int64
    /// When the session was opened or last refreshed.
    public var lastUsedAtMs: Int64
    /// When the session ended; 0 when it has not.
    public var endedAtMs: Int64
    /// Why the session ended; empty when it has not.
    public var endReason: String

    public init(
        sessionID: String = "",
        deviceLabel: String = "",
        platform: String = "",
        appVersion: String = "",
        addressPrefix: String = "",
        createdAtMs: Int64 = 0,
        lastUsedAtMs: Int64 = 0,
        endedAtMs: Int64 = 0,
        endReason: String = ""
    ) {
        self.sessionID = sessionID
        self.deviceLabel = deviceLabel
        self.platform = platform
        self.appVersion = appVersion
        self.addressPrefix = addressPrefix
        self.createdAtMs = createdAtMs
        self.lastUsedAtMs = lastUsedAtMs
        self.endedAtMs = endedAtMs
        self.endReason = endReason
    }
}

extension ExportedSession {
    public static let layout = MessageLayout(rollcall__v1__exported_session__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportedSession.self)
        self.sessionID = try source.string(c.pointee.session_id, "session_id")
        self.deviceLabel = try source.string(c.pointee.device_label, "device_label")
        self.platform = try source.string(c.pointee.platform, "platform")
        self.appVersion = try source.string(c.pointee.app_version, "app_version")
        self.addressPrefix = try source.string(c.pointee.address_prefix, "address_prefix")
        self.createdAtMs = c.pointee.created_at_ms
        self.lastUsedAtMs = c.pointee.last_used_at_ms
        self.endedAtMs = c.pointee.ended_at_ms
        self.endReason = try source.string(c.pointee.end_reason, "end_reason")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportedSession.self)
        c.pointee.session_id = target.string(self.sessionID)
        c.pointee.device_label = target.string(self.deviceLabel)
        c.pointee.platform = target.string(self.platform)
        c.pointee.app_version = target.string(self.appVersion)
        c.pointee.address_prefix = target.string(self.addressPrefix)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.last_used_at_ms = self.lastUsedAtMs
        c.pointee.ended_at_ms = self.endedAtMs
        c.pointee.end_reason = target.string(self.endReason)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "sessionID": sessionID,
            "deviceLabel": deviceLabel,
            "platform": platform,
            "appVersion": appVersion,
            "addressPrefix": addressPrefix,
            "createdAtMs": createdAtMs,
            "lastUsedAtMs": lastUsedAtMs,
            "endedAtMs": endedAtMs,
            "endReason": endReason,
        ]
    }
}

/// The devices that an account knows, in an export.
public struct ExportedDevices: Message {
    /// The newest first; at most 10,000.
    public var devices: [ExportedDevice]

    public init(devices: [ExportedDevice] = []) {
        self.devices = devices
    }
}

extension ExportedDevices {
    public static let layout = MessageLayout(rollcall__v1__exported_devices__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportedDevices.self)
        self.devices = try source.messages(c.pointee.devices, c.pointee.n_devices, "devices")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportedDevices.self)
        (c.pointee.n_devices, c.pointee.devices) = target.list(self.devices) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["devices": devices]
    }
}

/// A known device, in an export. Times are milliseconds since 1970-01-01 UTC.
public struct ExportedDevice: Message {
    /// A UUIDv7 in its text form.
    public var deviceID: String
    /// When the device first signed in.
    public var firstSeenAtMs: Int64
    /// When the device last signed in.
    public var lastSeenAtMs: Int64

    public init(deviceID: String = "", firstSeenAtMs: Int64 = 0, lastSeenAtMs: Int64 = 0) {
        self.deviceID = deviceID
        self.firstSeenAtMs = firstSeenAtMs
        self.lastSeenAtMs = lastSeenAtMs
    }
}

extension ExportedDevice {
    public static let layout = MessageLayout(rollcall__v1__exported_device__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportedDevice.self)
        self.deviceID = try source.string(c.pointee.device_id, "device_id")
        self.firstSeenAtMs = c.pointee.first_seen_at_ms
        self.lastSeenAtMs = c.pointee.last_seen_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportedDevice.self)
        c.pointee.device_id = target.string(self.deviceID)
        c.pointee.first_seen_at_ms = self.firstSeenAtMs
        c.pointee.last_seen_at_ms = self.lastSeenAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["deviceID": deviceID, "firstSeenAtMs": firstSeenAtMs, "lastSeenAtMs": lastSeenAtMs]
    }
}

/// The mails of an account, in an export.
public struct ExportedMails: Message {
    /// The newest first; at most 10,000.
    public var mails: [ExportedMail]

    public init(mails: [ExportedMail] = []) {
        self.mails = mails
    }
}

extension ExportedMails {
    public static let layout = MessageLayout(rollcall__v1__exported_mails__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportedMails.self)
        self.mails = try source.messages(c.pointee.mails, c.pointee.n_mails, "mails")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportedMails.self)
        (c.pointee.n_mails, c.pointee.mails) = target.list(self.mails) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["mails": mails]
    }
}

/// A mail that waits or was sent lately, in an export. Its text is not kept. Times are milliseconds
/// since 1970-01-01 UTC.
public struct ExportedMail: Message {
    /// A UUIDv7 in its text form.
    public var mailID: String
    /// The kind of mail.
    public var kind: String
    /// The recipient's address.
    public var recipient: String
    /// `pending`, `sent` or `dead`.
    public var state: String
    /// When the mail was queued.
    public var createdAtMs: Int64
    /// When the mail was sent or given up; 0 while it waits.
    public var endedAtMs: Int64

    public init(
        mailID: String = "",
        kind: String = "",
        recipient: String = "",
        state: String = "",
        createdAtMs: Int64 = 0,
        endedAtMs: Int64 = 0
    ) {
        self.mailID = mailID
        self.kind = kind
        self.recipient = recipient
        self.state = state
        self.createdAtMs = createdAtMs
        self.endedAtMs = endedAtMs
    }
}

extension ExportedMail {
    public static let layout = MessageLayout(rollcall__v1__exported_mail__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportedMail.self)
        self.mailID = try source.string(c.pointee.mail_id, "mail_id")
        self.kind = try source.string(c.pointee.kind, "kind")
        self.recipient = try source.string(c.pointee.recipient, "recipient")
        self.state = try source.string(c.pointee.state, "state")
        self.createdAtMs = c.pointee.created_at_ms
        self.endedAtMs = c.pointee.ended_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportedMail.self)
        c.pointee.mail_id = target.string(self.mailID)
        c.pointee.kind = target.string(self.kind)
        c.pointee.recipient = target.string(self.recipient)
        c.pointee.state = target.string(self.state)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.ended_at_ms = self.endedAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "mailID": mailID,
            "kind": kind,
            "recipient": Redacted(),
            "state": state,
            "createdAtMs": createdAtMs,
            "endedAtMs": endedAtMs,
        ]
    }
}
