import HTTPServing
import HTTPTypes
import MessageJSON
import NIOCore
import RollcallRPC

/// A whole answer over HTTP.
package struct Answer: Sendable {
    package var status: HTTPResponse.Status
    package var fields: HTTPFields
    package var body: ByteBuffer
    /// A body that comes in parts, in place of `body`. What it throws ends the connection, so that
    /// the client sees that it is not whole.
    package var parts: (@Sendable (AnswerWriter) async throws -> Void)?

    package init(
        _ status: HTTPResponse.Status, _ fields: HTTPFields = [:], _ body: ByteBuffer = ByteBuffer()
    ) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// The answer to a unary call that failed.
    package init(_ error: RPCError, _ pool: DescriptorPool) {
        var writer = JSONWriter()
        error.write(to: &writer, pool)
        var fields = error.headers
        fields[.contentType] = "application/json"
        self.init(error.code.httpStatus, fields, ByteBuffer(string: writer.text))
    }

    /// The answer to a unary call with a message.
    init(_ message: ByteBuffer, _ head: CallHead) {
        self.init(.ok, [.contentType: head.form.contentType(isStream: false)], message)
        guard head.answerCoding == .gzip, message.readableBytes >= Coding.worthwhile else { return }
        fields[.contentEncoding] = Coding.gzip.rawValue
        body = Gzip.compress(message)
    }

    /// Sends the answer.
    ///
    /// - Throws: to end the connection, when it is broken or much of the request has followed.
    package func send(
        to writer: AnswerWriter, _ request: inout IncomingBody,
        _ others: HTTPFields
    ) async throws {
        var head = HTTPResponse(status: status, headerFields: others)
        head.headerFields.append(contentsOf: fields)
        if request.endsConnection { head.headerFields[.connection] = "close" }
        if let parts, !request.isOfHead {
            try await writer.begin(head)
            try await parts(writer)
            try await writer.end()
        } else {
            head.headerFields.append(
                HTTPField(name: .contentLength, value: "\(body.readableBytes)"))
            let hasBody = !request.isOfHead && body.readableBytes > 0
            try await writer.write(head, hasBody ? body : nil)
        }
        if !request.isAtEnd { try await request.drop() }
    }
}
