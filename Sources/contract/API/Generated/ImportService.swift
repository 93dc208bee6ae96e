// swift-format-ignore-file
// Generated from rollcall/v1/user_import.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// Accounts that come from another backend, and all accounts for taking them elsewhere. `rollcall
/// admin import` and `rollcall admin export` call this: deploy/import.md.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token), PERMISSION_DENIED
/// (NOT_ALLOWED: the caller is not the operator), RESOURCE_EXHAUSTED (NO_SPACE), UNAVAILABLE
/// (OVERLOADED) and DEADLINE_EXCEEDED.
public protocol ImportService: Sendable {
    /// Makes accounts, each by itself: a row that is refused does not hold up the others. A row
    /// whose `foreign_id` was imported before makes no second account, so that an import that was
    /// interrupted can be run again.
    ///
    /// Errors: INVALID_ARGUMENT (TOO_MANY) for more than 1,000 users. What is wrong with a row is
    /// in its result.
    func importUsers(
        _ request: ImportUsersRequest,
        context: CallContext
    ) async throws -> ImportUsersResponse

    /// Returns accounts with their password hashes, the oldest first, in pages.
    ///
    /// Errors: INVALID_ARGUMENT (PAGE_TOKEN_INVALID).
    func exportUsers(
        _ request: ExportUsersRequest,
        context: CallContext
    ) async throws -> ExportUsersResponse
}

/// The RPCs of `ImportService`.
public enum ImportServiceMethods {
    public static let importUsers =
        Method<ImportUsersRequest, ImportUsersResponse>(
            service: "rollcall.v1.ImportService",
            name: "ImportUsers",
            kind: .unary,
            access: .admin,
            priority: .bulk,
            maximumRequestSize: 4194304,
            isRepeatable: true
        )

    public static let exportUsers =
        Method<ExportUsersRequest, ExportUsersResponse>(
            service: "rollcall.v1.ImportService",
            name: "ExportUsers",
            kind: .unary,
            access: .admin,
            priority: .bulk,
            isRepeatable: true
        )
}

extension Router {
    /// Serves the RPCs of `ImportService`.
    public mutating func add(_ service: some ImportService) {
        unary(ImportServiceMethods.importUsers) {
            try await service.importUsers($0, context: $1)
        }
        unary(ImportServiceMethods.exportUsers) {
            try await service.exportUsers($0, context: $1)
        }
    }
}

/// Calls `ImportService`.
public struct ImportServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Makes accounts, each by itself: a row that is refused does not hold up the others. A row
    /// whose `foreign_id` was imported before makes no second account, so that an import that was
    /// interrupted can be run again.
    ///
    /// Errors: INVALID_ARGUMENT (TOO_MANY) for more than 1,000 users. What is wrong with a row is
    /// in its result.
    public func importUsers(
        _ request: ImportUsersRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ImportUsersResponse {
        try await client.unary(ImportServiceMethods.importUsers, request, options)
    }

    /// Returns accounts with their password hashes, the oldest first, in pages.
    ///
    /// Errors: INVALID_ARGUMENT (PAGE_TOKEN_INVALID).
    public func exportUsers(
        _ request: ExportUsersRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ExportUsersResponse {
        try await client.unary(ImportServiceMethods.exportUsers, request, options)
    }
}
