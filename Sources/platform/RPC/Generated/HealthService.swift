// swift-format-ignore-file
// Generated from rollcall/rpc/v1/health.proto by proto/generate.sh. Do not edit.

import RollcallWire

/// Whether a server takes calls: for load balancers, supervisors and the clients of other services.
/// The shape and the meanings are those of gRPC's health checking protocol
/// (https://github.com/grpc/grpc/blob/master/doc/health-checking.md).
///
/// Anyone may ask: who balances load has no token, and what is said here everybody learns who makes
/// a call.
public protocol HealthService: Sendable {
    /// The state of one service, or of the server as a whole.
    ///
    /// Errors: NOT_FOUND for a service that this server does not have.
    func check(
        _ request: HealthCheckRequest,
        context: CallContext
    ) async throws -> HealthCheckResponse

    /// The state now, then every change of it, until the caller cancels. A slow reader misses
    /// states in between, never the last one. A service that this server does not have is
    /// SERVICE_UNKNOWN, and the stream goes on. When the server is about to stop, the last state is
    /// NOT_SERVING, and the stream ends with UNAVAILABLE.
    ///
    /// Errors: UNAVAILABLE, as for every overload, when the server has too many watches open.
    func watch(
        _ request: HealthCheckRequest,
        responses: ResponseWriter<HealthCheckResponse>,
        context: CallContext
    ) async throws
}

/// The RPCs of `HealthService`.
public enum HealthServiceMethods {
    public static let check =
        Method<HealthCheckRequest, HealthCheckResponse>(
            service: "rollcall.rpc.v1.HealthService",
            name: "Check",
            kind: .unary,
            access: .anyone,
            priority: .critical,
            isRepeatable: true
        )

    public static let watch =
        Method<HealthCheckRequest, HealthCheckResponse>(
            service: "rollcall.rpc.v1.HealthService",
            name: "Watch",
            kind: .serverStreaming,
            access: .anyone,
            priority: .critical,
            isRepeatable: true
        )
}

extension Router {
    /// Serves the RPCs of `HealthService`.
    public mutating func add(_ service: some HealthService) {
        unary(HealthServiceMethods.check) {
            try await service.check($0, context: $1)
        }
        serverStreaming(HealthServiceMethods.watch) {
            try await service.watch($0, responses: $1, context: $2)
        }
    }
}

/// Calls `HealthService`.
public struct HealthServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// The state of one service, or of the server as a whole.
    ///
    /// Errors: NOT_FOUND for a service that this server does not have.
    public func check(
        _ request: HealthCheckRequest,
        options: CallOptions = CallOptions()
    ) async throws -> HealthCheckResponse {
        try await client.unary(HealthServiceMethods.check, request, options)
    }

    /// The state now, then every change of it, until the caller cancels. A slow reader misses
    /// states in between, never the last one. A service that this server does not have is
    /// SERVICE_UNKNOWN, and the stream goes on. When the server is about to stop, the last state is
    /// NOT_SERVING, and the stream ends with UNAVAILABLE.
    ///
    /// Errors: UNAVAILABLE, as for every overload, when the server has too many watches open.
    public func watch(
        _ request: HealthCheckRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<HealthCheckResponse> {
        try await client.serverStreaming(HealthServiceMethods.watch, request, options)
    }
}
