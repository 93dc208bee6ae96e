// swift-format-ignore-file
// Generated from rollcall/v1/audit.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// The log of who did what to which account. Entries are written in the transaction of what they
/// record, are never changed, and are chained by hash: `hash` is the SHA-256 of the one before it
/// and of the entry. They have no secret and no e-mail address, and stay when an account is
/// deleted. They are kept for as long as the deployment is configured for, 365 days by default.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, or SESSION_ENDED),
/// PERMISSION_DENIED (NOT_ALLOWED), UNAVAILABLE (OVERLOADED) and DEADLINE_EXCEEDED.
public protocol AuditService: Sendable {
    /// Lists entries, the newest first, in pages.
    ///
    /// Errors: INVALID_ARGUMENT (PAGE_TOKEN_INVALID); NOT_FOUND (USER_NOT_FOUND).
    func listAudit(
        _ request: ListAuditRequest,
        context: CallContext
    ) async throws -> ListAuditResponse

    /// Computes the hashes of all entries anew, and compares them.
    func verifyAudit(
        _ request: VerifyAuditRequest,
        context: CallContext
    ) async throws -> VerifyAuditResponse

    /// Lists what was done to the caller's account, the newest first, in pages.
    ///
    /// Errors: INVALID_ARGUMENT (PAGE_TOKEN_INVALID).
    func listActivity(
        _ request: ListActivityRequest,
        context: CallContext
    ) async throws -> ListActivityResponse
}

/// The RPCs of `AuditService`.
public enum AuditServiceMethods {
    public static let listAudit =
        Method<ListAuditRequest, ListAuditResponse>(
            service: "rollcall.v1.AuditService",
            name: "ListAudit",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let verifyAudit =
        Method<VerifyAuditRequest, VerifyAuditResponse>(
            service: "rollcall.v1.AuditService",
            name: "VerifyAudit",
            kind: .unary,
            access: .admin,
            priority: .bulk,
            isRepeatable: true
        )

    public static let listActivity =
        Method<ListActivityRequest, ListActivityResponse>(
            service: "rollcall.v1.AuditService",
            name: "ListActivity",
            kind: .unary,
            access: .owner,
            isRepeatable: true
        )
}

extension Router {
    /// Serves the RPCs of `AuditService`.
    public mutating func add(_ service: some AuditService) {
        unary(AuditServiceMethods.listAudit) {
            try await service.listAudit($0, context: $1)
        }
        unary(AuditServiceMethods.verifyAudit) {
            try await service.verifyAudit($0, context: $1)
        }
        unary(AuditServiceMethods.listActivity) {
            try await service.listActivity($0, context: $1)
        }
    }
}

/// Calls `AuditService`.
public struct AuditServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Lists entries, the newest first, in pages.
    ///
    /// Errors: INVALID_ARGUMENT (PAGE_TOKEN_INVALID); NOT_FOUND (USER_NOT_FOUND).
    public func listAudit(
        _ request: ListAuditRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListAuditResponse {
        try await client.unary(AuditServiceMethods.listAudit, request, options)
    }

    /// Computes the hashes of all entries anew, and compares them.
    public func verifyAudit(
        _ request: VerifyAuditRequest,
        options: CallOptions = CallOptions()
    ) async throws -> VerifyAuditResponse {
        try await client.unary(AuditServiceMethods.verifyAudit, request, options)
    }

    /// Lists what was done to the caller's account, the newest first, in pages.
    ///
    /// Errors: INVALID_ARGUMENT (PAGE_TOKEN_INVALID).
    public func listActivity(
        _ request: ListActivityRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListActivityResponse {
        try await client.unary(AuditServiceMethods.listActivity, request, options)
    }
}
