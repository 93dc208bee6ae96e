import RollcallRPC

/// A client that does something to calls of another: what it does not say, it passes on.
protocol WrappingClient: RPCClient {
    var base: any RPCClient { get }
}

extension WrappingClient {
    func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        try await base.serverStreaming(method, request, options)
    }

    func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> ClientStreamingCall<Request, Response> {
        try await base.clientStreaming(method, options)
    }

    func bidirectional<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> BidirectionalCall<Request, Response> {
        try await base.bidirectional(method, options)
    }
}
