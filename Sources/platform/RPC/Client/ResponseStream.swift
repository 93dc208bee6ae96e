import RollcallWire

/// The messages of a call as its caller reads them. It ends when the server has ended the call
/// well, and throws `RPCError` otherwise. Letting go of it cancels the call.
public final class ResponseStream<Response: Message>: AsyncSequence, AsyncIteratorProtocol,
    Sendable
{
    public typealias Element = Response

    package let stream: any CallStream

    package init(_ stream: any CallStream) {
        self.stream = stream
    }

    deinit {
        stream.cancel(.cancelled)
    }

    /// The next message, or nil at the end.
    public func next() async throws -> Response? {
        try await stream.receive().map { try .init(response: $0) }
    }

    /// Gives up the call. A task that reads it gets `cancelled`.
    public func cancel() {
        stream.cancel(.cancelled)
    }

    public func makeAsyncIterator() -> ResponseStream { self }
}
