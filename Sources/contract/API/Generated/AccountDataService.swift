// swift-format-ignore-file
// Generated from rollcall/v1/account_data.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// Exporting and deleting an account's data at all three services.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// required; SESSION_ENDED when the session has ended), RESOURCE_EXHAUSTED (NO_SPACE), UNAVAILABLE
/// (OVERLOADED, or another service does not answer) and DEADLINE_EXCEEDED.
public protocol AccountDataService: Sendable {
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
    func deleteAccount(
        _ request: DeleteAccountRequest,
        context: CallContext
    ) async throws -> DeleteAccountResponse

    /// Returns the progress of a deletion.
    ///
    /// Errors: NOT_FOUND (FIELD_MALFORMED) for an invalid receipt, or one of another deployment.
    func getDeletionReceipt(
        _ request: GetDeletionReceiptRequest,
        context: CallContext
    ) async throws -> GetDeletionReceiptResponse

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
            priority: .critical,
            limit: CallLimit("confirm.account"),
            asksForFactor: true
        )

    public static let getDeletionReceipt =
        Method<GetDeletionReceiptRequest, GetDeletionReceiptResponse>(
            service: "rollcall.v1.AccountDataService",
            name: "GetDeletionReceipt",
            kind: .unary,
            access: .anyone,
            isRepeatable: true
        )

    public static let exportAccount =
        Method<ExportAccountRequest, ExportAccountResponse>(
            service: "rollcall.v1.AccountDataService",
            name: "ExportAccount",
            kind: .serverStreaming,
            access: .owner,
            priority: .bulk,
            limit: CallLimit("export.account"),
            isRepeatable: true,
            acceptsFreshSession: true,
            asksForFactor: true
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
        _ request: DeleteAccountRequest,
        options: CallOptions = CallOptions()
    ) async throws -> DeleteAccountResponse {
        try await client.unary(AccountDataServiceMethods.deleteAccount, request, options)
    }

    /// Returns the progress of a deletion.
    ///
    /// Errors: NOT_FOUND (FIELD_MALFORMED) for an invalid receipt, or one of another deployment.
    public func getDeletionReceipt(
        _ request: GetDeletionReceiptRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetDeletionReceiptResponse {
        try await client.unary(AccountDataServiceMethods.getDeletionReceipt, request, options)
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
        _ request: ExportAccountRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<ExportAccountResponse> {
        try await client.serverStreaming(AccountDataServiceMethods.exportAccount, request, options)
    }
}
