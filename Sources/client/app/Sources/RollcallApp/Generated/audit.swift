// swift-format-ignore-file
// Generated from rollcall/v1/audit.proto by proto/generate.sh. Do not edit.

import Foundation

/// An entry of the log.
public struct AuditEntry: Message {
    /// Counts up from 1, without a gap.
    public var number: Int64 = 0
    /// In milliseconds since 1970-01-01 UTC.
    public var atMs: Int64 = 0
    /// What was done, such as `password.changed`: `[a-z.-]`, at most 48 characters.
    public var action: String = ""
    /// The account that it was done to; empty for what concerns the deployment.
    public var userID: String = ""
    /// Who did it: `owner`, `admin:` with a user id, `service:` with a name, `operator`, `stranger`
    /// or `auth`.
    public var `actor`: String = ""
    /// From where, as `Session.address_prefix`; empty where it is not known.
    public var addressPrefix: String = ""
    /// What changed, as far as it is no secret; may be empty.
    public var before: String = ""
    /// What it is now; may be empty.
    public var after: String = ""
    /// SHA-256: 32 bytes.
    public var hash: Data = Data()

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &number)
        try visitor.value(2, &atMs)
        try visitor.value(3, &action)
        try visitor.value(4, &userID)
        try visitor.value(5, &`actor`)
        try visitor.value(6, &addressPrefix)
        try visitor.value(7, &before)
        try visitor.value(8, &after)
        try visitor.value(9, &hash)
    }
}

/// The entries to list: those about the caller's account.
public struct ListActivityRequest: Message {
    /// As in "Lists" of PROTOCOL.md.
    public var pageSize: UInt32 = 0
    /// As in "Lists" of PROTOCOL.md.
    public var pageToken: String = ""

    public init() {}
    public init(pageSize: UInt32 = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &pageSize)
        try visitor.value(2, &pageToken)
    }
}

/// A page of entries.
public struct ListActivityResponse: Message {
    /// The newest first. `hash` and other users' ids are left out.
    public var entries: [AuditEntry] = []
    /// As in "Lists" of PROTOCOL.md.
    public var nextPageToken: String = ""

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &entries)
        try visitor.value(2, &nextPageToken)
    }
}

/// The log of who did what to which account. Entries are written in the transaction of what they
/// record, are never changed, and are chained by hash: `hash` is the SHA-256 of the one before it
/// and of the entry. They have no secret and no e-mail address, and stay when an account is
/// deleted. They are kept for as long as the deployment is configured for, 365 days by default.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, or SESSION_ENDED),
/// PERMISSION_DENIED (NOT_ALLOWED), UNAVAILABLE (OVERLOADED) and DEADLINE_EXCEEDED.
public struct AuditServiceClient: Sendable {
    let caller: Caller

    /// Lists what was done to the caller's account, the newest first, in pages.
    ///
    /// Errors: INVALID_ARGUMENT (PAGE_TOKEN_INVALID).
    public func listActivity(
        _ request: ListActivityRequest
    ) async throws(RollcallError) -> ListActivityResponse {
        try await caller.unary(
            "rollcall.v1.AuditService/ListActivity",
            .user,
            request,
            isRepeatable: true
        )
    }
}
