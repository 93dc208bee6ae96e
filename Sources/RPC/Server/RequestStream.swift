import RollcallWire

/// The messages of a call as its handler reads them. It ends when the client has sent its last, and
/// throws `RPCError` when the call is cancelled or its deadline has passed.
public struct RequestStream<Request: Message>: AsyncSequence, Sendable {
    public typealias Element = Request

    private let stream: StreamHandle

    init(_ stream: StreamHandle) {
        self.stream = stream
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: stream)
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: StreamHandle

        public func next() async throws -> Request? {
            try await stream.receive().map { try .init(request: $0) }
        }
    }
}

/// The messages of a call as its handler writes them.
public struct ResponseWriter<Response: Message>: Sendable {
    private let stream: StreamHandle

    init(_ stream: StreamHandle) {
        self.stream = stream
    }

    /// Sends a message. It waits while the client does not read.
    ///
    /// - Throws: `RPCError` when the call has ended.
    public func send(_ response: Response) async throws {
        try await stream.send(response)
    }
}
