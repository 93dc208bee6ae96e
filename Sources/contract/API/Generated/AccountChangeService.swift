// swift-format-ignore-file
// Generated from rollcall/v1/account_change.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// Which accounts were made, changed or deleted. For services of the operator that keep data of
/// users.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid credential), PERMISSION_DENIED
/// (NOT_ALLOWED: the caller is no service), UNAVAILABLE (OVERLOADED) and DEADLINE_EXCEEDED.
public protocol AccountChangeService: Sendable {
    /// Sends what has changed since the cursor, and then every change once it is committed. Without
    /// a cursor, it first lists all accounts. Changes come in the order in which they were
    /// committed. A change can come again after a stream was lost, so handle each as if it had come
    /// before, and store the cursor after the changes of its message. Messages without changes move
    /// the cursor, too.
    ///
    /// Changes are kept as long as the entries of the audit log, by default for 365 days. An older
    /// cursor counts as none, and so does one that Auth does not know, as its database was restored
    /// from a backup. All accounts are listed again, and the first message has `replaces`.
    ///
    /// While nothing changes, a message without changes comes every two seconds. A caller that
    /// receives nothing for five seconds knows that the stream is lost. When the service is about
    /// to stop, the stream ends with UNAVAILABLE: call again with the last cursor, at any instance.
    /// When the caller's token expires or the service is removed, it ends with UNAUTHENTICATED:
    /// call again with another token.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) when the caller has more than 16 of these streams
    /// open; UNAVAILABLE (OVERLOADED) when all callers together have more than 64.
    func watchAccountChanges(
        _ request: WatchAccountChangesRequest,
        responses: ResponseWriter<WatchAccountChangesResponse>,
        context: CallContext
    ) async throws
}

/// The RPCs of `AccountChangeService`.
public enum AccountChangeServiceMethods {
    public static let watchAccountChanges =
        Method<WatchAccountChangesRequest, WatchAccountChangesResponse>(
            service: "rollcall.v1.AccountChangeService",
            name: "WatchAccountChanges",
            kind: .serverStreaming,
            access: .service,
            isRepeatable: true
        )
}

extension Router {
    /// Serves the RPCs of `AccountChangeService`.
    public mutating func add(_ service: some AccountChangeService) {
        serverStreaming(AccountChangeServiceMethods.watchAccountChanges) {
            try await service.watchAccountChanges($0, responses: $1, context: $2)
        }
    }
}

/// Calls `AccountChangeService`.
public struct AccountChangeServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Sends what has changed since the cursor, and then every change once it is committed. Without
    /// a cursor, it first lists all accounts. Changes come in the order in which they were
    /// committed. A change can come again after a stream was lost, so handle each as if it had come
    /// before, and store the cursor after the changes of its message. Messages without changes move
    /// the cursor, too.
    ///
    /// Changes are kept as long as the entries of the audit log, by default for 365 days. An older
    /// cursor counts as none, and so does one that Auth does not know, as its database was restored
    /// from a backup. All accounts are listed again, and the first message has `replaces`.
    ///
    /// While nothing changes, a message without changes comes every two seconds. A caller that
    /// receives nothing for five seconds knows that the stream is lost. When the service is about
    /// to stop, the stream ends with UNAVAILABLE: call again with the last cursor, at any instance.
    /// When the caller's token expires or the service is removed, it ends with UNAUTHENTICATED:
    /// call again with another token.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) when the caller has more than 16 of these streams
    /// open; UNAVAILABLE (OVERLOADED) when all callers together have more than 64.
    public func watchAccountChanges(
        _ request: WatchAccountChangesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<WatchAccountChangesResponse> {
        try await client.serverStreaming(
            AccountChangeServiceMethods.watchAccountChanges,
            request,
            options
        )
    }
}
