import NIOCore
import RollcallWire

/// What the objects that callers hold stand on: the stream of a call as it is, or with something
/// around it.
package struct CallStream: Sendable {
    // The cases are spelled out so that the first costs no indirection.
    private enum Kind: Sendable {
        case live(StreamHandle)
        case wrapped(any StreamWrapper)
    }

    private let kind: Kind

    init(_ stream: StreamHandle) {
        kind = .live(stream)
    }

    package init(_ stream: any StreamWrapper) {
        kind = .wrapped(stream)
    }

    package func receive() async throws -> ByteBuffer? {
        switch kind {
        case .live(let stream): try await stream.receive()
        case .wrapped(let stream): try await stream.receive()
        }
    }

    package func send(_ message: some Message) async throws {
        switch kind {
        case .live(let stream): try await stream.send(message)
        case .wrapped(let stream): try await stream.send(message)
        }
    }

    func sendEnd() {
        switch kind {
        case .live(let stream): stream.sendEnd()
        case .wrapped(let stream): stream.inner?.sendEnd()
        }
    }

    /// - Parameter code: `deadlineExceeded` if the server has been silent for too long.
    package func cancel(_ code: StatusCode = .cancelled) {
        switch kind {
        case .live(let stream): stream.cancel(code)
        case .wrapped(let stream): stream.cancel(code)
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

/// Something that stands around the stream of a call.
package protocol StreamWrapper: AnyObject, Sendable {
    /// The stream around which it stands at the moment.
    var inner: CallStream? { get }

    func receive() async throws -> ByteBuffer?

    func send(_ message: some Message) async throws

    func cancel(_ code: StatusCode)
}
