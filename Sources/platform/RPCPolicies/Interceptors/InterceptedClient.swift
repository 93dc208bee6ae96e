import RollcallRPC

extension RPCClient {
    /// The same client with interceptors before every call, in order.
    public func intercepted(by interceptors: any ClientInterceptor...) -> some RPCClient {
        InterceptedClient(base: self, interceptors: interceptors)
    }
}

/// Puts interceptors before every call of another client.
private struct InterceptedClient<Base: RPCClient>: RPCClient {
    let base: Base
    let interceptors: [any ClientInterceptor]

    func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        try await base.unary(method, request, begin(method, options))
    }

    func open<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request?, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        try await base.open(method, request, begin(method, options))
    }

    private func begin<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> CallOptions {
        var call = ClientCall(
            method: method.path, kind: method.kind, access: method.access, options: options)
        for interceptor in interceptors { try await interceptor.begin(&call) }
        return call.options
    }
}
