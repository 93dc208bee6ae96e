/// Makes calls. A generated client stands on one of these; they can be put around each other.
public protocol RPCClient: Sendable {
    /// Sends one message and waits for one.
    func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response

    /// Sends one message; the answers are read from what is returned.
    func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> ResponseStream<Response>

    /// Opens a call to which messages are sent.
    func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> ClientStreamingCall<Request, Response>

    /// Opens a call in which both sides send.
    func bidirectional<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> BidirectionalCall<Request, Response>
}
