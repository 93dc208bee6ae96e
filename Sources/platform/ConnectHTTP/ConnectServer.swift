import HTTPServing
import HTTPTypes
import MessageJSON
import NIOCore
import RollcallRPC

/// Answers the Connect protocol (https://connectrpc.com/docs/protocol) over HTTP/1.1 by calling the
/// services. Binary messages pass through as they are.
package struct ConnectServer: Sendable {
    private let methods: ConnectMethods
    private let pool: DescriptorPool
    /// The longest time for a unary call.
    private let longest: Duration

    /// - Parameter pool: has the types of all messages and of the details of errors.
    package init(
        _ methods: ConnectMethods, _ pool: DescriptorPool, longest: Duration = .seconds(60)
    ) {
        (self.methods, self.pool, self.longest) = (methods, pool, longest)
    }

    /// - Parameter path: `/package.Service/Method`.
    package func has(_ path: String) -> Bool { methods[path] != nil }

    /// Answers one request. A stream runs in it, so no step is made a part of it: that would keep
    /// its memory for as long.
    ///
    /// - Parameters:
    ///   - body: of the request.
    ///   - client: on whose behalf the call is made; nil when it is not known.
    ///   - fields: stand in every answer.
    ///   - record: of the call.
    /// - Throws: when the connection cannot be used further.
    package func respond(
        to request: Request, _ body: inout IncomingBody, _ writer: AnswerWriter, client: IPAddress?,
        _ fields: HTTPFields, _ record: CallRecord
    ) async throws {
        let method = methods[record.path]
        let isStream = method?.kind != .unary
        let type = request.headers.value(of: .contentType)
        guard let method, request.method == .post,
            let form = Form(contentType: type, isStream: isStream)
        else { return try await refuse(request, method, writer, &body, fields) }
        var record = record
        record.count(in: method.metrics)
        let head = head(of: request, form, isStream: isStream, client)
        if isStream {
            return try await StreamedCall(method, form, pool, record)
                .run(head, &body, writer, fields)
        }
        try await answer(to: &body, method, head, writer, record, fields)
    }

    @inline(never)
    private func head(
        of request: Request, _ form: Form, isStream: Bool, _ client: IPAddress?
    ) -> Result<CallHead, any Error> {
        Result {
            try CallHead(
                request.headers, form, isStream: isStream, client: client,
                longest: isStream ? nil : longest)
        }
    }

    /// Answers a request that is no call.
    @inline(never)
    private func refuse(
        _ request: Request, _ method: ConnectMethod?, _ writer: AnswerWriter,
        _ body: inout IncomingBody, _ fields: HTTPFields
    ) async throws {
        try await refusal(request, method).send(to: writer, &body, fields)
    }

    private func refusal(_ request: Request, _ method: ConnectMethod?) -> Answer {
        guard let method else {
            return Answer(RPCError(.unimplemented, "there is no such RPC for apps"), pool)
        }
        guard request.method == .post else { return Answer(.methodNotAllowed, [.allow: "POST"]) }
        let accepted = Form.allCases.map { $0.contentType(isStream: method.kind != .unary) }
        return Answer(.unsupportedMediaType, [.acceptPost: accepted.joined(separator: ", ")])
    }

    @inline(never)
    private func answer(
        to request: inout IncomingBody, _ method: ConnectMethod,
        _ head: Result<CallHead, any Error>, _ writer: AnswerWriter, _ record: CallRecord,
        _ fields: HTTPFields
    ) async throws {
        let answer: Answer
        do {
            let head = try head.get()
            let limit = method.maximumRequestSize
            let body = try await request.whole(limit: head.form.limit(limit), writer)
            let message = try head.coding.decode(body, limit: head.form.limit(limit))
            let response = try await method.client.unary(
                method.rpc, head.form.message(message, as: method.request, pool), head.options)
            let bytes = try head.form.bytes(response, as: method.response, pool)
            record.metrics?.received(message.readableBytes)
            record.metrics?.sent(bytes.readableBytes)
            record.ended(.ok)
            answer = Answer(bytes, head)
        } catch {
            answer = record.answer(to: writer.failure(error), pool)
        }
        try await answer.send(to: writer, &request, fields)
    }
}

extension AnswerWriter {
    /// Why a call has failed, for its client.
    func failure(_ error: any Error) -> RPCError {
        isLeaving && Task.isCancelled
            ? RPCError(.unavailable, "the server is going away") : .wire(for: error)
    }
}

extension Form {
    /// The most bytes of a message in this form that has `size` bytes of protobuf: JSON has names,
    /// and base64 for bytes.
    func limit(_ size: Int) -> Int { self == .proto ? size : 4 * size }
}
