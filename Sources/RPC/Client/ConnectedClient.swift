import NIOCore
import RollcallWire

/// Makes calls on one connection, and fails when that is gone.
struct ConnectedClient: RPCClient, Equatable {
    private let id: ObjectIdentifier
    let connection: ConnectionReference

    /// Called on the event loop of the connection.
    init(_ connection: Connection) {
        self.id = ObjectIdentifier(connection)
        self.connection = ConnectionReference(connection)
    }

    static func == (left: ConnectedClient, right: ConnectedClient) -> Bool {
        left.id == right.id
    }

    func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        let call = UnaryInvocation(request, on: connection)
        let opening = CallOpening(path: method.path, options: options, request: call)
        let answer = try await call.answer(to: opening)
        return try Response(response: answer.message ?? ByteBuffer())
    }

    func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        ResponseStream(open(method, BoxedRequest(request), options))
    }

    func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> ClientStreamingCall<Request, Response> {
        ClientStreamingCall(open(method, nil, options))
    }

    func bidirectional<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> BidirectionalCall<Request, Response> {
        BidirectionalCall(open(method, nil, options))
    }

    private func open<Request, Response>(
        _ method: Method<Request, Response>, _ request: (any RequestSource)?,
        _ options: CallOptions
    ) -> StreamHandle {
        let stream = StreamHandle(connection: connection)
        let opening = CallOpening(path: method.path, options: options, request: request)
        connection.run { $0.open(stream, opening) }
        return stream
    }

    /// Calls `body` once the connection takes no new calls, which may be at once.
    func onGone(_ body: @escaping @Sendable () -> Void) {
        connection.run { $0.onUnusable(body) }
    }

    /// Ends the connection and its calls.
    func close() {
        connection.run { $0.close(RPCError(.unavailable, "the connection was closed")) }
    }
}

/// The only message of a call whose answers are a stream.
private final class BoxedRequest<Request: Message>: RequestSource {
    private let request: Request

    init(_ request: Request) {
        self.request = request
    }

    func writeRequest(into buffer: inout ByteBuffer) {
        request.serialize(into: &buffer)
    }
}
