import NIOCore
import RollcallWire

/// The stream of a call as its caller holds it: as it is, or with something around it.
package protocol CallStream: AnyObject, Sendable {
    func receive() async throws -> ByteBuffer?

    func send(_ message: some Message) async throws

    func sendEnd()

    /// - Parameter code: `deadlineExceeded` if the server has been silent for too long.
    func cancel(_ code: StatusCode)
}

extension StreamHandle: CallStream {}

extension CallStream {
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
