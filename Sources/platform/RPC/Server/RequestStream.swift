import NIOCore
import RollcallWire

/// The messages of a call as its handler reads them. It ends when the client has sent its last, and
/// throws `RPCError` when the call is cancelled or its deadline has passed.
public struct RequestStream<Request: Message>: AsyncSequence, AsyncIteratorProtocol, Sendable {
    public typealias Element = Request

    let stream: StreamHandle
    let hooks: MessageHooks

    public func makeAsyncIterator() -> RequestStream { self }

    public func next() async throws -> Request? {
        try await stream.receive().map(decoded)
    }

    private func decoded(_ bytes: ByteBuffer) throws -> Request {
        let request = try Request(request: bytes)
        try hooks.received(request)
        return request
    }
}

/// For handlers that wait for messages and for something else at the same time, for long.
extension RequestStream {
    /// The next message, if it is there; it does not wait.
    ///
    /// - Throws: `RPCError` when the call is cancelled or its deadline has passed.
    public func nextIfReady() throws -> Readiness<Request> {
        switch try stream.receiveIfReady() {
        case .message(let bytes): return .message(try decoded(bytes))
        case .ended: return .ended
        case .nothing: return .nothing
        }
    }
}

/// The messages of a call as its handler writes them.
public struct ResponseWriter<Response: Message>: Sendable {
    private let stream: StreamHandle
    private let hooks: MessageHooks

    init(_ stream: StreamHandle, _ hooks: MessageHooks) {
        self.stream = stream
        self.hooks = hooks
    }

    /// Sends a message. It waits while the client does not read.
    ///
    /// - Throws: `RPCError` when the call has ended.
    public func send(_ response: Response) async throws {
        try hooks.sent(response)
        try await stream.send(response)
    }

    /// Sends a message in a turn of a reactor.
    ///
    /// - Returns: nil once it is sent; what is to be awaited while the client does not read.
    /// - Throws: as `send`.
    public func sendAtOnce(
        _ response: Encoded<Response>
    ) throws -> (@Sendable () async throws -> Void)? {
        try hooks.sent(response)
        if stream.sendAtOnce(response) { return nil }
        return { try await stream.send(response) }
    }

    /// Has the call go on by turns once the handler returns, which it must do next: a handler that
    /// throws afterwards ends the call without a turn. The reactor is woken each time that
    /// `nextIfReady` of the requests has something new: a message, the end, or an error.
    ///
    /// - Parameter turn: should read with `nextIfReady`, and check for cancellation: a call whose
    ///   client sends no more can end without an error to be read.
    @discardableResult
    public func react(_ turn: @escaping StreamReactor.Turn) -> StreamReactor {
        let reactor = StreamReactor(turn)
        stream.goOn(with: reactor)
        return reactor
    }
}
