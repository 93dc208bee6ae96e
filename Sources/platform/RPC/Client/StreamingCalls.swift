import RollcallWire

/// A call with many requests and one response. It can be stored and used later. If it is released,
/// the call is cancelled.
public final class ClientStreamingCall<Request: Message, Response: Message>: Sendable {
    private let responses: ResponseStream<Response>

    init(_ responses: ResponseStream<Response>) {
        self.responses = responses
    }

    /// Sends a message. Waits while the server does not read.
    ///
    /// - Throws: `RPCError` if the call has ended; `finish` then throws its status.
    public func send(_ request: Request) async throws {
        try await responses.stream.send(request)
    }

    /// Ends the requests, and waits for the response.
    public func finish() async throws -> Response {
        responses.stream.sendEnd()
        return try await responses.stream.onlyResponse()
    }

    /// Cancels the call.
    public func cancel() {
        responses.cancel()
    }
}

/// A call with many messages in both directions, independent of each other. It can be stored and
/// used later. If it and its `responses` are released, the call is cancelled.
public final class BidirectionalCall<Request: Message, Response: Message>: Sendable {
    /// The server's messages.
    public let responses: ResponseStream<Response>

    init(_ responses: ResponseStream<Response>) {
        self.responses = responses
    }

    /// Sends a message. Waits while the server does not read.
    ///
    /// - Throws: `RPCError` if the call has ended; `responses` then throws its status.
    public func send(_ request: Request) async throws {
        try await responses.stream.send(request)
    }

    /// Ends the requests. The server may go on sending.
    public func finishSending() {
        responses.stream.sendEnd()
    }

    /// Cancels the call.
    public func cancel() {
        responses.cancel()
    }
}
