import HTTPServing
import HTTPTypes
import MessageJSON
import NIOCore
import RollcallRPC
import RollcallWire

/// A call with more than one message on a side. Its answer is always 200; how it ended stands in
/// its last message. A class, as many async functions hold it for as long as the stream lasts.
final class StreamedCall: Sendable {
    let method: ConnectMethod
    let form: Form
    let pool: DescriptorPool
    let record: CallRecord

    init(_ method: ConnectMethod, _ form: Form, _ pool: DescriptorPool, _ record: CallRecord) {
        (self.method, self.form, self.pool, self.record) = (method, form, pool, record)
    }

    /// - Throws: to end the connection, when it is broken or more of the request may follow.
    func run(
        _ head: Result<CallHead, any Error>, _ request: inout IncomingBody,
        _ writer: AnswerWriter, _ fields: HTTPFields
    ) async throws {
        let coding = (try? head.get().answerCoding) ?? .identity
        if (try? head.get()) != nil { try await request.ask(writer) }
        do {
            try await writer.begin(answer(coding, fields))
            try await call(head.get(), &request) { message in
                record.metrics?.sent(message.serializedSize)
                try await writer.write(
                    Envelope.message(form.bytes(message, as: method.response, pool), coding))
            }
            try await writer.write(Envelope.end("{}"))
            record.ended(.ok)
        } catch {
            let error = writer.failure(error)
            record.ended(error.code)
            try await writer.write(Envelope.end(ending(with: error)))
        }
        try await writer.end()
        try await request.drop()
    }

    @inline(never)
    private func answer(_ coding: Coding, _ fields: HTTPFields) -> HTTPResponse {
        var answer = HTTPResponse(status: .ok, headerFields: fields)
        answer.headerFields[.contentType] = form.contentType(isStream: true)
        // A proxy of nginx's kind passes messages on as they come.
        answer.headerFields[.accelBuffering] = "no"
        if coding == .gzip { answer.headerFields[.connectContentEncoding] = coding.rawValue }
        return answer
    }

    /// - Parameter show: sends a message of the service to the client.
    private func call(
        _ head: CallHead, _ request: inout IncomingBody, show: (RawMessage) async throws -> Void
    ) async throws {
        switch method.kind {
        case .unary, .serverStreaming:
            let answers = try await opened(head, &request)
            while let message = try await answers.next() { try await show(message) }
        case .clientStreaming: try await show(collected(head, &request))
        case .bidirectional: try await converse(head, &request, show: show)
        }
    }

    private func opened(
        _ head: CallHead, _ request: inout IncomingBody
    ) async throws -> ResponseStream<RawMessage> {
        var requests = Requests(self, head)
        guard let only = try await requests.next(of: &request) else {
            throw RPCError(.unimplemented, "the request has no message")
        }
        guard try await requests.next(of: &request) == nil else {
            throw RPCError(.unimplemented, "the request has more than one message")
        }
        // In a task of its own, which gives the memory back that it takes: the stream's keeps it.
        async let opened = method.client.serverStreaming(method.rpc, only, head.options)
        return try await opened
    }

    @inline(never)
    private func collected(
        _ head: CallHead, _ request: inout IncomingBody
    ) async throws -> RawMessage {
        var requests = Requests(self, head)
        let call = try await method.client.clientStreaming(method.rpc, head.options)
        while let message = try await requests.next(of: &request) {
            // A call that has ended says why at its end.
            do { try await call.send(message) } catch { break }
        }
        return try await call.finish()
    }

    /// Sends requests and shows answers side by side: a service may read no further before its
    /// answers were read.
    @inline(never)
    private func converse(
        _ head: CallHead, _ request: inout IncomingBody, show: (RawMessage) async throws -> Void
    ) async throws {
        let call = try await method.client.bidirectional(method.rpc, head.options)
        let body = request
        try await withThrowingTaskGroup(of: Result<Bool, any Error>.self) { group in
            group.addTask {
                var (requests, request) = (Requests(self, head), body)
                do {
                    while let message = try await requests.next(of: &request) {
                        // A call that has ended says why in its answers.
                        do { try await call.send(message) } catch { return .success(false) }
                    }
                    call.finishSending()
                    return .success(request.isAtEnd)
                } catch {
                    call.cancel()
                    return .failure(error)
                }
            }
            var failure: (any Error)?
            do {
                for try await message in call.responses { try await show(message) }
            } catch {
                failure = error
            }
            group.cancelAll()
            let requests = try await group.next() ?? .success(false)
            request.wasRead(toEnd: (try? requests.get()) ?? false)
            if case .failure(let error as RPCError) = requests { failure = error }
            if let failure { throw failure }
        }
    }

    @inline(never)
    private func ending(with error: RPCError) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("error")
        error.write(to: &writer, pool)
        if !error.trailers.isEmpty {
            writer.key("metadata")
            writer.beginObject()
            let values = Dictionary(grouping: error.trailers.connectTexts, by: \.name)
            for (name, values) in values.sorted(by: { $0.key < $1.key }) {
                writer.key(name)
                writer.beginArray()
                for (_, value) in values { writer.string(value) }
                writer.endArray()
            }
            writer.endObject()
        }
        writer.endObject()
        return writer.text
    }
}

/// The messages of a request.
private struct Requests {
    private let call: StreamedCall
    private let form: Form
    private var reader: Envelope.Reader

    init(_ call: StreamedCall, _ head: CallHead) {
        self.call = call
        form = head.form
        reader = Envelope.Reader(
            head.coding, limit: form.limit(call.method.maximumRequestSize))
    }

    /// - Returns: nil at the end of the request.
    /// - Throws: `RPCError`.
    mutating func next(of request: inout IncomingBody) async throws -> RawMessage? {
        while true {
            if let message = try reader.next() {
                call.record.metrics?.received(message.readableBytes)
                return try form.message(message, as: call.method.request, call.pool)
            }
            guard let part = try await request.next() else {
                guard reader.isAtEnd else {
                    throw RPCError(.invalidArgument, "the request ends within a message")
                }
                return nil
            }
            reader.append(part)
        }
    }
}
