import NIOCore
import RollcallWire

/// What the objects that callers hold stand on: the stream of a call as it is, or with something
/// around it. The cases are spelled out so that the first costs no indirection.
enum CallStream: Sendable {
    case live(StreamHandle)
    case retried(RetriedStream)
    case observed(ObservedStream)

    func receive() async throws -> ByteBuffer? {
        switch self {
        case .live(let stream): try await stream.receive()
        case .retried(let stream): try await stream.receive()
        case .observed(let stream): try await stream.receive()
        }
    }

    func send(_ message: some Message) async throws {
        switch self {
        case .live(let stream): try await stream.send(message)
        case .retried(let stream): try await stream.current.send(message)
        case .observed(let stream): try await stream.send(message)
        }
    }

    func sendEnd() {
        switch self {
        case .live(let stream): stream.sendEnd()
        case .retried(let stream): try? stream.current.sendEnd()
        case .observed(let stream): stream.inner.sendEnd()
        }
    }

    func cancel() {
        switch self {
        case .live(let stream): stream.cancel(.cancelled)
        case .retried(let stream): stream.cancel(.cancelled)
        case .observed(let stream): stream.cancel()
        }
    }

    /// What the server said before its first message. It waits until that is known.
    func initialMetadata() async throws -> Metadata {
        try await handle?.initialMetadata() ?? Metadata()
    }

    /// What the server said after its last message; empty until the stream has ended.
    var trailers: Metadata { handle?.trailers ?? Metadata() }

    private var handle: StreamHandle? {
        switch self {
        case .live(let stream): stream
        case .retried(let stream): try? stream.current
        case .observed(let stream): stream.inner.handle
        }
    }

    /// The one message of a client-streaming call.
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
