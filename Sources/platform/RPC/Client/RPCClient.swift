/// Makes calls. A generated client uses one. A client can wrap another.
public protocol RPCClient: Sendable {
    /// Sends one request and waits for one response.
    func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response

    /// Opens a call of any other kind.
    ///
    /// - Parameter request: the only request of a server-streaming call. Nil for the other kinds,
    ///   whose requests follow.
    func open<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request?, _ options: CallOptions
    ) async throws -> ResponseStream<Response>
}

extension RPCClient {
    /// Sends one request. The result yields the responses.
    public func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        try await open(method, request, options)
    }

    /// Opens a call for many requests.
    public func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> ClientStreamingCall<Request, Response> {
        ClientStreamingCall(try await open(method, nil, options))
    }

    /// Opens a call with many messages in both directions.
    public func bidirectional<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> BidirectionalCall<Request, Response> {
        BidirectionalCall(try await open(method, nil, options))
    }
}
