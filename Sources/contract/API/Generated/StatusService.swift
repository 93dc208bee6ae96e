// swift-format-ignore-file
// Generated from rollcall/v1/status.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// How a server is, for operators. Each of the three servers answers for itself.
public protocol StatusService: Sendable {
    /// Which program answers, since when, and what is wrong with it. It is answered whatever is
    /// wrong.
    ///
    /// Anyone may ask, with reason: operators need the answer most while Auth is down and nobody
    /// can show a token, and monitoring has none. The program is public, and so is its version; the
    /// start time and the troubles say what a stranger sees from refused calls. Nothing is said of
    /// users, paths or addresses.
    func getStatus(
        _ request: GetStatusRequest,
        context: CallContext
    ) async throws -> GetStatusResponse

    /// The room that the server has left, and the work that waits in it.
    func getResources(
        _ request: GetResourcesRequest,
        context: CallContext
    ) async throws -> GetResourcesResponse
}

/// The RPCs of `StatusService`.
public enum StatusServiceMethods {
    public static let getStatus =
        Method<GetStatusRequest, GetStatusResponse>(
            service: "rollcall.v1.StatusService",
            name: "GetStatus",
            kind: .unary,
            access: .anyone,
            priority: .critical,
            isRepeatable: true
        )

    public static let getResources =
        Method<GetResourcesRequest, GetResourcesResponse>(
            service: "rollcall.v1.StatusService",
            name: "GetResources",
            kind: .unary,
            access: .admin,
            priority: .critical,
            isRepeatable: true
        )
}

extension Router {
    /// Serves the RPCs of `StatusService`.
    public mutating func add(_ service: some StatusService) {
        unary(StatusServiceMethods.getStatus) {
            try await service.getStatus($0, context: $1)
        }
        unary(StatusServiceMethods.getResources) {
            try await service.getResources($0, context: $1)
        }
    }
}

/// Calls `StatusService`.
public struct StatusServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Which program answers, since when, and what is wrong with it. It is answered whatever is
    /// wrong.
    ///
    /// Anyone may ask, with reason: operators need the answer most while Auth is down and nobody
    /// can show a token, and monitoring has none. The program is public, and so is its version; the
    /// start time and the troubles say what a stranger sees from refused calls. Nothing is said of
    /// users, paths or addresses.
    public func getStatus(
        _ request: GetStatusRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetStatusResponse {
        try await client.unary(StatusServiceMethods.getStatus, request, options)
    }

    /// The room that the server has left, and the work that waits in it.
    public func getResources(
        _ request: GetResourcesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetResourcesResponse {
        try await client.unary(StatusServiceMethods.getResources, request, options)
    }
}
