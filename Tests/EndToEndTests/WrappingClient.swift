import RollcallRPC

/// A client that does something to calls of another: what it does not say, it passes on.
protocol WrappingClient: RPCClient {
    var base: any RPCClient { get }
}

extension WrappingClient {
    func open<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request?, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        try await base.open(method, request, options)
    }
}
