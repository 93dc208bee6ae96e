// swift-format-ignore-file
// Generated from rollcall/v1/revocation.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// Which sessions have ended before their access tokens expired. For services that verify access
/// tokens themselves.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid credential), PERMISSION_DENIED
/// (NOT_ALLOWED: the caller is no service), UNAVAILABLE (OVERLOADED) and DEADLINE_EXCEEDED.
public protocol RevocationService: Sendable {
    /// Sends what was revoked since the cursor, or everything that still matters, and then every
    /// revocation as it happens. While nothing is revoked, a message without sessions comes every
    /// two seconds. A caller that receives nothing for five seconds knows that the stream is lost.
    /// When the service is about to stop, the stream ends with UNAVAILABLE: call again with the
    /// last cursor. When the caller's token expires or the service is removed, it ends with
    /// UNAUTHENTICATED: call again with another token.
    ///
    /// A cursor that is ahead of Auth, in the same epoch, means that Auth runs on an older copy of
    /// its data. Auth then begins a new epoch, which ends all earlier sessions. A cursor with an
    /// invalid code counts as none.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) when the caller has more than 64 of these streams
    /// open; UNAVAILABLE (OVERLOADED) when all callers together have more than 256.
    func watchRevocations(
        _ request: WatchRevocationsRequest,
        responses: ResponseWriter<WatchRevocationsResponse>,
        context: CallContext
    ) async throws
}

/// The RPCs of `RevocationService`.
public enum RevocationServiceMethods {
    public static let watchRevocations =
        Method<WatchRevocationsRequest, WatchRevocationsResponse>(
            service: "rollcall.v1.RevocationService",
            name: "WatchRevocations",
            kind: .serverStreaming,
            access: .service,
            priority: .critical,
            isRepeatable: true
        )
}

extension Router {
    /// Serves the RPCs of `RevocationService`.
    public mutating func add(_ service: some RevocationService) {
        serverStreaming(RevocationServiceMethods.watchRevocations) {
            try await service.watchRevocations($0, responses: $1, context: $2)
        }
    }
}

/// Calls `RevocationService`.
public struct RevocationServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Sends what was revoked since the cursor, or everything that still matters, and then every
    /// revocation as it happens. While nothing is revoked, a message without sessions comes every
    /// two seconds. A caller that receives nothing for five seconds knows that the stream is lost.
    /// When the service is about to stop, the stream ends with UNAVAILABLE: call again with the
    /// last cursor. When the caller's token expires or the service is removed, it ends with
    /// UNAUTHENTICATED: call again with another token.
    ///
    /// A cursor that is ahead of Auth, in the same epoch, means that Auth runs on an older copy of
    /// its data. Auth then begins a new epoch, which ends all earlier sessions. A cursor with an
    /// invalid code counts as none.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) when the caller has more than 64 of these streams
    /// open; UNAVAILABLE (OVERLOADED) when all callers together have more than 256.
    public func watchRevocations(
        _ request: WatchRevocationsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<WatchRevocationsResponse> {
        try await client.serverStreaming(
            RevocationServiceMethods.watchRevocations,
            request,
            options
        )
    }
}
