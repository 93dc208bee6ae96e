import RollcallWire

/// A call to which the caller sends many messages and which is answered with one. It can be kept and
/// written to later; letting go of it cancels the call.
public final class ClientStreamingCall<Request: Message, Response: Message>: Sendable {
    private let stream: StreamHandle

    init(_ stream: StreamHandle) {
        self.stream = stream
    }

    deinit {
        stream.cancel(.cancelled)
    }

    /// Sends a message. It waits while the server does not read.
    ///
    /// - Throws: `RPCError` when the call has ended; `finish` then says with which status.
    public func send(_ request: Request) async throws {
        try await stream.send(request)
    }

    /// Says that all was sent, and waits for the answer.
    public func finish() async throws -> Response {
        stream.sendEnd()
        return try await stream.onlyResponse()
    }

    /// Gives up the call.
    public func cancel() {
        stream.cancel(.cancelled)
    }
}

/// A call in which both sides send many messages, each at its own pace. It can be kept and written
/// to later; letting go of it cancels the call.
public final class BidirectionalCall<Request: Message, Response: Message>: Sendable {
    private let stream: StreamHandle
    /// What the server sends.
    public let responses: ResponseStream<Response>

    init(_ stream: StreamHandle) {
        self.stream = stream
        self.responses = ResponseStream(stream)
    }

    /// Sends a message. It waits while the server does not read.
    ///
    /// - Throws: `RPCError` when the call has ended; `responses` then says with which status.
    public func send(_ request: Request) async throws {
        try await stream.send(request)
    }

    /// Says that all was sent. The server may go on sending.
    public func finishSending() {
        stream.sendEnd()
    }

    /// Gives up the call.
    public func cancel() {
        stream.cancel(.cancelled)
    }
}

extension StreamHandle {
    /// The one message of a unary or client-streaming call.
    func onlyResponse<Response: Message>() async throws -> Response {
        guard let bytes = try await receive() else {
            throw RPCError(.internal, "the server ended the call well but sent no response")
        }
        guard try await receive() == nil else {
            throw RPCError(.internal, "the server sent more than one response")
        }
        return try Response(response: bytes)
    }
}
