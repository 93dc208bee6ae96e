import Logging
import NIOCore

/// Makes calls on one connection. Once that is closed, calls fail.
package struct ConnectedClient: RPCClient, Equatable {
    let connection: Reference<ClientConnection>

    init(_ connection: Reference<ClientConnection>) {
        self.connection = connection
    }

    /// A client whose bytes another transport than a socket carries. Its connection has not been
    /// started.
    package init(
        over transport: any ByteTransport, on eventLoop: any EventLoop,
        _ configuration: ConnectionConfiguration, logger: Logger
    ) {
        self.init(
            Reference(
                ClientConnection(
                    eventLoop: eventLoop, transport: transport, configuration: configuration,
                    logger: logger)))
    }

    package var reference: ConnectionReference { connection.ofEitherSide }

    package static func == (left: ConnectedClient, right: ConnectedClient) -> Bool {
        left.connection.id == right.connection.id
    }

    package func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        try Response(
            response: await answer(to: OnlyRequest(request), of: method.path, options))
    }

    /// Makes a unary call. It does not depend on the types of request and response, so it is
    /// compiled once and not for every RPC at run time.
    func answer(
        to request: any RequestSource, of path: String, _ options: CallOptions
    ) async throws -> ByteBuffer {
        let opening = CallOpening(path: path, options: options, request: request, on: connection)
        return try await UnaryInvocation(on: connection).answer(to: opening)
    }

    package func open<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request?, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        let stream = StreamHandle(connection: connection.ofEitherSide)
        let opening = CallOpening(
            path: method.path, options: options, request: request.map(OnlyRequest.init),
            on: connection)
        if request == nil {
            try await take(stream, opening)
        } else {
            connection.run { $0.open(stream, opening) }
        }
        return ResponseStream(stream)
    }

    /// Opens a call whose messages follow. Returns when the connection has accepted it.
    ///
    /// - Throws: `RPCError`, such as `unavailable`, not processed, if the connection takes no new
    ///   calls.
    private func take(_ stream: StreamHandle, _ opening: CallOpening) async throws {
        let isTaken = await withCheckedContinuation { continuation in
            connection.run {
                $0.open(stream, opening)
                continuation.resume(returning: !stream.isAborted)
            }
        }
        if !isTaken { _ = try await stream.receive() }
    }

    /// Waits for the peer's HELLO.
    ///
    /// - Throws: `MissingHello` if the connection has ended without it.
    package func greeted() async throws -> ConnectedClient {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                connection.run { connection in
                    connection.onHello { error in
                        let missing = error.map {
                            MissingHello(error: $0, wasClosedByPeer: !connection.hasBrokenOff)
                        }
                        continuation.resume(with: missing.map { .failure($0) } ?? .success(self))
                    }
                }
            }
        } onCancel: {
            close()
        }
    }

    /// Calls `body` once the connection takes no new calls, possibly immediately.
    func onGone(_ body: @escaping @Sendable () -> Void) {
        connection.run { $0.onUnusable(body) }
    }

    /// Ends the connection and its calls.
    func close() {
        connection.run { $0.close(RPCError(.unavailable, "the connection was closed")) }
    }
}

/// Why a server's HELLO did not come.
package struct MissingHello: Error {
    package let error: RPCError
    /// Whether the server ended the connection. False if this side ended it, because of the bytes
    /// it read or a timeout.
    let wasClosedByPeer: Bool
}
