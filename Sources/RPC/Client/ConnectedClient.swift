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
        let opening = CallOpening(
            path: method.path, options: options, request: call, on: connection)
        let answer = try await call.answer(to: opening)
        options.record?.note(initialMetadata: answer.initialMetadata, trailers: answer.trailers)
        return try answer.response(limit: connection.maximumMessageSize)
    }

    func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        ResponseStream(.live(open(method, request, options)))
    }

    func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> ClientStreamingCall<Request, Response> {
        ClientStreamingCall(.live(try await openTaken(method, options)))
    }

    func bidirectional<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> BidirectionalCall<Request, Response> {
        BidirectionalCall(.live(try await openTaken(method, options)))
    }

    /// Opens a call with the only message of its caller.
    func open<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) -> StreamHandle {
        let stream = StreamHandle(connection: connection)
        let opening = CallOpening(
            path: method.path, options: options, request: BoxedRequest(request), on: connection)
        connection.run { $0.open(stream, opening) }
        return stream
    }

    /// Opens a call whose messages follow, and returns when the connection has taken it.
    ///
    /// - Throws: `RPCError`, such as `unavailable`, not processed, when the connection takes no new
    ///   calls.
    func openTaken<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> StreamHandle {
        let stream = StreamHandle(connection: connection)
        let opening = CallOpening(path: method.path, options: options, request: nil, on: connection)
        let isTaken = await withCheckedContinuation { continuation in
            connection.run {
                $0.open(stream, opening)
                continuation.resume(returning: !stream.isAborted)
            }
        }
        if !isTaken { _ = try await stream.receive() }
        return stream
    }

    /// Waits for the peer's HELLO.
    ///
    /// - Throws: `RPCError` when the connection has ended without it.
    func greeted() async throws -> ConnectedClient {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                connection.run { connection in
                    connection.onHello { error in
                        continuation.resume(
                            with: error.map { .failure($0.notProcessed) } ?? .success(self))
                    }
                }
            }
        } onCancel: {
            close()
        }
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
