// swift-format-ignore-file
// Generated from rollcall/v1/account_data.proto by proto/generate.sh. Do not edit.

import Foundation

/// What is kept of a deleted account.
public struct DeletionRemainder: OpenEnum {
    /// Unspecified; never sent.
    public static let unspecified = Self(rawValue: 0)
    /// The id of the account and when it was deleted, so that no late message brings it back, and
    /// the digest of this receipt. They are kept forever.
    public static let tombstone = Self(rawValue: 1)
    /// The account's former display names, without the account and to the day. They are in
    /// quarantine for 30 days, and administrators see that they had an owner.
    public static let ownerlessNames = Self(rawValue: 2)
    /// What the operator has copied before: backups of the databases and photos, and PostgreSQL's
    /// archive of its log. They last until the operator deletes them.
    public static let backups = Self(rawValue: 3)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// A request to delete the caller's account.
public struct DeleteAccountRequest: Message {
    /// The fresh proof, also in a fresh session.
    public var proof: Reauthentication?

    public init() {}
    public init(proof: Reauthentication? = nil) {
        self.proof = proof
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
    }
}

/// The account is deleted here, and will be elsewhere.
public struct DeleteAccountResponse: Message, Redacted {
    /// The receipt for reading the progress later: `rcx1_` and 70 characters of `[A-Za-z0-9_-]`.
    public var receipt: String = ""
    /// When the account was deleted, in milliseconds since 1970-01-01 UTC.
    public var requestedAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &receipt)
        try visitor.value(2, &requestedAtMs)
    }
}

/// The deletion to look up.
public struct GetDeletionReceiptRequest: Message, Redacted {
    /// The receipt.
    public var receipt: String = ""

    public init() {}
    public init(receipt: String = "") {
        self.receipt = receipt
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &receipt)
    }
}

/// The progress of a deletion. Times are milliseconds since 1970-01-01 UTC, or 0 for steps that are
/// still to be done.
public struct GetDeletionReceiptResponse: Message {
    /// When the account was deleted.
    public var requestedAtMs: Int64 = 0
    /// When Profile erased the profile, the photo and the display name.
    public var profileErasedAtMs: Int64 = 0
    /// When Presence erased the user.
    public var presenceErasedAtMs: Int64 = 0
    /// What is kept.
    public var kept: [DeletionRemainder] = []

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &requestedAtMs)
        try visitor.value(2, &profileErasedAtMs)
        try visitor.value(3, &presenceErasedAtMs)
        try visitor.list(20, &kept)
    }
}

/// A request for all data of the caller's account.
public struct ExportAccountRequest: Message {
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?

    public init() {}
    public init(proof: Reauthentication? = nil) {
        self.proof = proof
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
    }
}

/// A part of the archive.
public struct ExportAccountResponse: Message, Redacted {
    /// The next bytes, at most 65,536.
    public var chunk: Data = Data()

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &chunk)
    }
}

/// Exporting and deleting an account's data at all three services.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// required; SESSION_ENDED when the session has ended), RESOURCE_EXHAUSTED (NO_SPACE), UNAVAILABLE
/// (OVERLOADED, or another service does not answer) and DEADLINE_EXCEEDED.
public struct AccountDataServiceClient: Sendable {
    let caller: Caller

    /// Deletes the caller's account, which needs a fresh proof. The sessions end and the e-mail
    /// addresses are free at once. The profile, the photo and the presence are deleted seconds
    /// later, or as soon as their services answer. The display name is in quarantine for 30 days.
    /// Two things remain. One is the record that an account of this id existed, and when it was
    /// deleted. The other is the mail about the deletion, until it was sent, or for 30 days after
    /// it was given up.
    ///
    /// The receipt is returned once. Without it the progress of the deletion cannot be read, but
    /// the deletion continues.
    ///
    /// Errors: those of `Reauthentication`; FAILED_PRECONDITION (LAST_ADMIN) for the last
    /// administrator.
    public func deleteAccount(
        _ request: DeleteAccountRequest
    ) async throws(RollcallError) -> DeleteAccountResponse {
        try await caller.unary("rollcall.v1.AccountDataService/DeleteAccount", .user, request)
    }

    /// Returns the progress of a deletion.
    ///
    /// Errors: NOT_FOUND (FIELD_MALFORMED) for an invalid receipt, or one of another deployment.
    public func getDeletionReceipt(
        _ request: GetDeletionReceiptRequest
    ) async throws(RollcallError) -> GetDeletionReceiptResponse {
        try await caller.unary(
            "rollcall.v1.AccountDataService/GetDeletionReceipt",
            .anyone,
            request,
            isRepeatable: true
        )
    }

    /// Exports all data of the caller's account, which needs a fresh proof. The export is a POSIX
    /// archive (ustar) of messages in their JSON form and, if there is a photo, photo.jpg. It
    /// contains no password, code or token, nor a digest of one.
    ///
    /// | file | message | | --- | --- | | account.json | ExportedAccount | | sessions.json |
    /// ExportedSessions | | devices.json | ExportedDevices | | mail.json | ExportedMails | |
    /// presence.json | ExportPresenceResponse | | profile.json | the first ExportProfileResponse |
    ///
    /// Errors: those of `Reauthentication`; RESOURCE_EXHAUSTED (EXPORTED_TOO_OFTEN, with
    /// `retry_after_ms`) for more than one an hour; DATA_LOSS (PHOTO_DAMAGED).
    public func exportAccount(
        _ request: ExportAccountRequest
    ) -> AsyncThrowingStream<ExportAccountResponse, any Error> {
        caller.stream("rollcall.v1.AccountDataService/ExportAccount", .user, request)
    }
}
