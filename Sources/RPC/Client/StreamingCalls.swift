import RollcallWire

/// A call to which the caller sends many messages and which is answered with one. It can be kept and
/// written to later; letting go of it cancels the call.
public final class ClientStreamingCall<Request: Message, Response: Message>: Sendable {
    package let stream: CallStream

    package init(_ stream: CallStream) {
        self.stream = stream
    }

    deinit {
        stream.cancel()
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

    /// What the server said before its answer. It waits until that is known.
    public var initialMetadata: Metadata {
        get async throws { try await stream.initialMetadata() }
    }

    /// What the server said after its answer; empty until the call has ended.
    public var trailers: Metadata { stream.trailers }

    /// Gives up the call.
    public func cancel() {
        stream.cancel()
    }
}

/// A call in which both sides send many messages, each at its own pace. It can be kept and written
/// to later; letting go of it and of its `responses` cancels the call.
public final class BidirectionalCall<Request: Message, Response: Message>: Sendable {
    package let stream: CallStream
    /// What the server sends.
    public let responses: ResponseStream<Response>

    package init(_ stream: CallStream) {
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
        stream.cancel()
    }
}
