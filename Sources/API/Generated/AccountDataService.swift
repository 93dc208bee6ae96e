// swift-format-ignore-file
// Generated from rollcall/v1/account_data.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// What an account has at all three services: to be taken along, or to be forgotten.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// needed; SESSION_ENDED when the session has ended), RESOURCE_EXHAUSTED (NO_SPACE), UNAVAILABLE
/// (OVERLOADED, or another service does not answer) and DEADLINE_EXCEEDED.
public protocol AccountDataService: Sendable {
    /// Deletes the caller's account, which needs its password. Its sessions end and its e-mail
    /// address is free at once; its profile, photo and presence are gone seconds later, or as soon
    /// as the services that have them answer. Nobody gets its display name for 30 days. Two things
    /// remain: that there was an account of this id, and when it was deleted; and the mail that
    /// tells of it, until it was sent, or for 30 days after it was given up.
    ///
    /// The receipt is answered once. Without it nobody can ask how far the deletion has come, which
    /// goes on all the same.
    ///
    /// Errors: PERMISSION_DENIED (WRONG_CREDENTIALS); FAILED_PRECONDITION (LAST_ADMIN) when nobody
    /// would be left to administer; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`)
    /// when too many wrong passwords or codes were given in the caller's session, or right
    /// passwords in the account's.
    func deleteAccount(
        _ request: DeleteAccountRequest,
        context: CallContext
    ) async throws -> DeleteAccountResponse

    /// How far a deletion has come.
    ///
    /// Errors: NOT_FOUND (FIELD_MALFORMED) for what is no receipt of this deployment.
    func getDeletionReceipt(
        _ request: GetDeletionReceiptRequest,
        context: CallContext
    ) async throws -> GetDeletionReceiptResponse

    /// All that is known of the caller's account, which needs its password: a POSIX archive (ustar)
    /// of account.json, sessions.json, devices.json, mail.json, presence.json, profile.json and, if
    /// there is a photo, photo.jpg. It has no password, code or token in it, nor a digest of one.
    ///
    /// Errors: PERMISSION_DENIED (WRONG_CREDENTIALS); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) as for DeleteAccount; RESOURCE_EXHAUSTED (EXPORTED_TOO_OFTEN, with
    /// `retry_after_ms`) for more than one an hour; DATA_LOSS (PHOTO_DAMAGED).
    func exportAccount(
        _ request: ExportAccountRequest,
        responses: ResponseWriter<ExportAccountResponse>,
        context: CallContext
    ) async throws
}

/// The RPCs of `AccountDataService`.
public enum AccountDataServiceMethods {
    public static let deleteAccount =
        Method<DeleteAccountRequest, DeleteAccountResponse>(
            service: "rollcall.v1.AccountDataService",
            name: "DeleteAccount",
            kind: .unary,
            access: .owner,
            priority: .critical
        )

    public static let getDeletionReceipt =
        Method<GetDeletionReceiptRequest, GetDeletionReceiptResponse>(
            service: "rollcall.v1.AccountDataService",
            name: "GetDeletionReceipt",
            kind: .unary,
            access: .anyone
        )

    public static let exportAccount =
        Method<ExportAccountRequest, ExportAccountResponse>(
            service: "rollcall.v1.AccountDataService",
            name: "ExportAccount",
            kind: .serverStreaming,
            access: .owner,
            priority: .bulk
        )
}

extension Router {
    /// Serves the RPCs of `AccountDataService`.
    public mutating func add(_ service: some AccountDataService) {
        unary(AccountDataServiceMethods.deleteAccount) {
            try await service.deleteAccount($0, context: $1)
        }
        unary(AccountDataServiceMethods.getDeletionReceipt) {
            try await service.getDeletionReceipt($0, context: $1)
        }
        serverStreaming(AccountDataServiceMethods.exportAccount) {
            try await service.exportAccount($0, responses: $1, context: $2)
        }
    }
}

/// Calls `AccountDataService`.
public struct AccountDataServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Deletes the caller's account, which needs its password. Its sessions end and its e-mail
    /// address is free at once; its profile, photo and presence are gone seconds later, or as soon
    /// as the services that have them answer. Nobody gets its display name for 30 days. Two things
    /// remain: that there was an account of this id, and when it was deleted; and the mail that
    /// tells of it, until it was sent, or for 30 days after it was given up.
    ///
    /// The receipt is answered once. Without it nobody can ask how far the deletion has come, which
    /// goes on all the same.
    ///
    /// Errors: PERMISSION_DENIED (WRONG_CREDENTIALS); FAILED_PRECONDITION (LAST_ADMIN) when nobody
    /// would be left to administer; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`)
    /// when too many wrong passwords or codes were given in the caller's session, or right
    /// passwords in the account's.
    public func deleteAccount(
        _ request: DeleteAccountRequest,
        options: CallOptions = CallOptions()
    ) async throws -> DeleteAccountResponse {
        try await client.unary(AccountDataServiceMethods.deleteAccount, request, options)
    }

    /// How far a deletion has come.
    ///
    /// Errors: NOT_FOUND (FIELD_MALFORMED) for what is no receipt of this deployment.
    public func getDeletionReceipt(
        _ request: GetDeletionReceiptRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetDeletionReceiptResponse {
        try await client.unary(AccountDataServiceMethods.getDeletionReceipt, request, options)
    }

    /// All that is known of the caller's account, which needs its password: a POSIX archive (ustar)
    /// of account.json, sessions.json, devices.json, mail.json, presence.json, profile.json and, if
    /// there is a photo, photo.jpg. It has no password, code or token in it, nor a digest of one.
    ///
    /// Errors: PERMISSION_DENIED (WRONG_CREDENTIALS); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) as for DeleteAccount; RESOURCE_EXHAUSTED (EXPORTED_TOO_OFTEN, with
    /// `retry_after_ms`) for more than one an hour; DATA_LOSS (PHOTO_DAMAGED).
    public func exportAccount(
        _ request: ExportAccountRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<ExportAccountResponse> {
        try await client.serverStreaming(AccountDataServiceMethods.exportAccount, request, options)
    }
}
