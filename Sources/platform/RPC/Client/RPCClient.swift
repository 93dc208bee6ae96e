/// Makes calls. A generated client uses one. A client can wrap another.
public protocol RPCClient: Sendable {
    /// Sends one request and waits for one response.
    func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response

    /// Sends one request. The result yields the responses.
    func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> ResponseStream<Response>

    /// Opens a call for many requests.
    func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> ClientStreamingCall<Request, Response>

    /// Opens a call with many messages in both directions.
    func bidirectional<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> BidirectionalCall<Request, Response>
}
