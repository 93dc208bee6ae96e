// swift-format-ignore-file
// Generated from rollcall/rpc/v1/reflection.proto by proto/generate.sh. Do not edit.

import RollcallWire

/// What a server can be asked, for tools that have no .proto files at hand, such as `rollcall rpc
/// call`.
///
/// Anyone may ask: the answers are the contract, which is public, and nothing of an operator's or a
/// user's. A server can be started without this service.
public protocol ReflectionService: Sendable {
    /// The services of this server.
    func listServices(
        _ request: ListServicesRequest,
        context: CallContext
    ) async throws -> ListServicesResponse

    /// The .proto file that declares something, and every file that it imports, each once.
    ///
    /// Errors: NOT_FOUND when no file of this server declares it; INVALID_ARGUMENT when nothing was
    /// named.
    func getDescriptors(
        _ request: GetDescriptorsRequest,
        context: CallContext
    ) async throws -> GetDescriptorsResponse
}

/// The RPCs of `ReflectionService`.
public enum ReflectionServiceMethods {
    public static let listServices =
        Method<ListServicesRequest, ListServicesResponse>(
            service: "rollcall.rpc.v1.ReflectionService",
            name: "ListServices",
            kind: .unary,
            access: .anyone,
            isRepeatable: true
        )

    public static let getDescriptors =
        Method<GetDescriptorsRequest, GetDescriptorsResponse>(
            service: "rollcall.rpc.v1.ReflectionService",
            name: "GetDescriptors",
            kind: .unary,
            access: .anyone,
            isRepeatable: true
        )
}

extension Router {
    /// Serves the RPCs of `ReflectionService`.
    public mutating func add(_ service: some ReflectionService) {
        unary(ReflectionServiceMethods.listServices) {
            try await service.listServices($0, context: $1)
        }
        unary(ReflectionServiceMethods.getDescriptors) {
            try await service.getDescriptors($0, context: $1)
        }
    }
}

/// Calls `ReflectionService`.
public struct ReflectionServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// The services of this server.
    public func listServices(
        _ request: ListServicesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListServicesResponse {
        try await client.unary(ReflectionServiceMethods.listServices, request, options)
    }

    /// The .proto file that declares something, and every file that it imports, each once.
    ///
    /// Errors: NOT_FOUND when no file of this server declares it; INVALID_ARGUMENT when nothing was
    /// named.
    public func getDescriptors(
        _ request: GetDescriptorsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetDescriptorsResponse {
        try await client.unary(ReflectionServiceMethods.getDescriptors, request, options)
    }
}
