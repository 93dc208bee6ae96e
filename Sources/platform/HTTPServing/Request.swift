import HTTPTypes
import NIOCore
import RollcallRPC

/// A request over HTTP. A class, as its head is large, and async functions hold it for long.
package final class Request: Sendable {
    package let head: HTTPRequest
    package let body: RequestBody
    /// Who sends it: a client, or a proxy. Nil at a unix socket.
    package let peer: IPAddress?

    init(_ head: HTTPRequest, _ body: RequestBody, from peer: IPAddress?) {
        (self.head, self.body, self.peer) = (head, body, peer)
    }

    /// The same request with another head.
    package func with(_ head: HTTPRequest) -> Request { Request(head, body, from: peer) }

    package var method: HTTPRequest.Method { head.method }
    package var headers: HTTPFields { head.headerFields }

    /// Whether the head announces a body.
    package var hasBody: Bool {
        headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
    }
}

/// The body of a request, which can be read once.
package struct RequestBody: Sendable {
    let connection: HTTPConnection

    /// - Returns: the next bytes; nil at the end.
    /// - Throws: `CancellationError` when the client has gone or the task was cancelled; another
    ///   error for what is no body.
    package func next() async throws -> ByteBuffer? { try await connection.nextOfBody() }
}

/// Writes the answer to one request. Each function returns when the client has read enough of what
/// was written before.
///
/// - Throws: `CancellationError` when the connection is closed.
package struct AnswerWriter: Sendable {
    let connection: HTTPConnection

    /// Whether the server ends the request, because it stops.
    package var isLeaving: Bool { connection.isLeaving }

    /// Writes a whole answer.
    package func write(_ head: HTTPResponse, _ body: ByteBuffer? = nil) async throws {
        try await connection.write(head, body, isWhole: true)
    }

    /// Begins an answer that `end` ends.
    package func begin(_ head: HTTPResponse) async throws {
        try await connection.write(head, nil, isWhole: false)
    }

    package func write(_ part: ByteBuffer) async throws {
        try await connection.write(nil, part, isWhole: false)
    }

    package func end() async throws { try await connection.write(nil, nil, isWhole: true) }
}
