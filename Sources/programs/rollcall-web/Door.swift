import Admission
import ConnectHTTP
import HTTPServing
import HTTPTypes
import Introspection
import NIOCore
import RollcallAPI
import RollcallRPC
import Synchronization

/// Answers every request at the door. A class, as the tasks of streams would hold copies of it.
final class Door: Sendable {
    let connect: ConnectServer
    let readiness: Readiness
    /// The requests that run for each client. Behind a proxy all clients share its connections, so
    /// those of one client cannot be counted.
    let running: Mutex<Slots<ClientNetwork>>
    let log: CallLog
    let cors: CORS
    let addresses: ClientAddresses
    /// Nil where `rollcall-photo` cannot be used.
    let photos: PhotoDoor?
    /// Nil where there are none.
    let pages: Pages?
    /// Whether clients come by TLS.
    let isSecured: Bool
    let tracer: Tracer?

    /// - Parameter clientLimit: of the requests that run for a client.
    init(
        connect: ConnectServer, readiness: Readiness, clientLimit: Int, log: CallLog, cors: CORS,
        addresses: ClientAddresses, photos: PhotoDoor?, pages: Pages?, isSecured: Bool,
        tracer: Tracer?
    ) {
        (self.connect, self.readiness, self.log, self.cors) = (connect, readiness, log, cors)
        running = Mutex(Slots(ofKey: clientLimit))
        (self.addresses, self.photos, self.pages) = (addresses, photos, pages)
        (self.isSecured, self.tracer) = (isSecured, tracer)
    }

    /// A stream runs in it for as long as it lasts. So each step is a function of its own, which is
    /// never made a part of this one: that would keep its memory for as long.
    func answer(_ request: Request, _ writer: AnswerWriter) async throws {
        let (id, path) = (Self.newID(), request.head.pathWithoutQuery)
        var body = IncomingBody(request)
        if let answer = await ownAnswer(to: request, at: path) {
            return try await answer.send(to: writer, &body, fields(of: request, id))
        }
        guard let tracer else { return try await answer(request, &body, writer, id, path) }
        let route = route(of: path)
        // A stranger cannot have each request recorded.
        let span = tracer.span(
            "\(request.method) \(route)", ("http.route", route),
            from: request.headers.value(of: .traceparent) ?? "", isTrusted: false)
        defer { span.end() }
        try await TraceSpan.$current.withValue(span) {
            try await answer(request, &body, writer, id, path)
        }
    }

    /// The path, without what strangers choose.
    private func route(of path: String) -> String {
        connect.has(path) || path == "/photo" ? path : pages?.route(of: path) ?? "other"
    }

    @inline(never)
    private func answer(
        _ request: Request, _ body: inout IncomingBody, _ writer: AnswerWriter, _ id: String,
        _ path: String
    ) async throws {
        var fields = fields(of: request, id)
        let client = addresses.client(of: request.head, from: request.peer)
        let network = client.flatMap { addresses.isProxy($0) ? nil : ClientNetwork($0) }
        let record = CallRecord(log, path: path, id: id)
        if let network, !running.withLock({ $0.take(for: network) }) {
            return try await refuse(Self.tooManyRequests, record, writer, &body, fields)
        }
        defer { if let network { running.withLock { $0.release(for: network) } } }
        if let pages, pages.has(request.head, at: path) {
            return try await answerPage(
                pages, request, client, id, record, writer, &body, fields)
        }
        guard let request = try await authorized(request, client, record, writer, &body, &fields)
        else { return }
        if path == "/photo" && request.method == .put {
            return try await photo(&body, request.head, client, record, writer, fields)
        }
        try await connect.respond(to: request, &body, writer, client: client, fields, record)
    }

    /// What every answer has.
    @inline(never)
    private func fields(of request: Request, _ id: String) -> HTTPFields {
        var fields = cors.fields(for: request.head)
        fields.append(HTTPField(name: .xContentTypeOptions, value: "nosniff"))
        fields.append(HTTPField(name: .cacheControl, value: "no-store"))
        fields.append(HTTPField(name: .requestID, value: id))
        if isSecured { fields[.strictTransportSecurity] = "max-age=31536000" }
        return fields
    }

    /// The answer that needs no service; nil for requests that do.
    @inline(never)
    private func ownAnswer(to request: Request, at path: String) async -> Answer? {
        guard path == "/healthz" || path == "/readyz" else {
            return cors.preflight(request.head).map { Answer(.noContent, $0) }
        }
        guard request.method == .get || request.method == .head else {
            return Answer(.methodNotAllowed, [.allow: "GET, HEAD"])
        }
        return path == "/healthz" ? Answer(.ok) : await readiness.answer()
    }

    private static var tooManyRequests: RPCError {
        .retryLater(
            .resourceExhausted, .tooManyAttempts, after: .seconds(1),
            "too many requests of your address are running")
    }

    @inline(never)
    private func refuse(
        _ error: any Error, _ record: CallRecord, _ writer: AnswerWriter,
        _ body: inout IncomingBody, _ fields: HTTPFields
    ) async throws {
        try await record.answer(to: error, Contract.pool).send(to: writer, &body, fields)
    }

    @inline(never)
    private func answerPage(
        _ pages: Pages, _ request: Request, _ client: IPAddress?, _ id: String,
        _ record: CallRecord, _ writer: AnswerWriter, _ body: inout IncomingBody,
        _ fields: HTTPFields
    ) async throws {
        let answer = await pages.answer(
            request.head, &body, writer, client: client, id: id, record)
        var fields = fields
        if answer.fields[.cacheControl] != nil { fields[.cacheControl] = nil }
        try await answer.send(to: writer, &body, fields)
    }

    /// - Returns: the request, with the token of the browser's session if it has one; nil if it was
    ///   refused.
    @inline(never)
    private func authorized(
        _ request: Request, _ client: IPAddress?, _ record: CallRecord, _ writer: AnswerWriter,
        _ body: inout IncomingBody, _ fields: inout HTTPFields
    ) async throws -> Request? {
        do {
            guard let (head, renewed) = try await pages?.authorized(request.head, client)
            else { return request }
            if let renewed { fields.append(renewed) }
            return request.with(head)
        } catch {
            try await refuse(error, record, writer, &body, fields)
            return nil
        }
    }

    @inline(never)
    private func photo(
        _ body: inout IncomingBody, _ head: HTTPRequest, _ client: IPAddress?,
        _ record: CallRecord, _ writer: AnswerWriter, _ fields: HTTPFields
    ) async throws {
        var record = record
        record.count(in: photos?.metrics)
        let answer: Answer
        do {
            guard let photos else {
                throw RPCError(.unimplemented, "photos are not taken here")
            }
            let options = CallOptions(
                metadata: try Metadata(of: head.headerFields, client: client))
            let photo = try await photos.take(
                &body, of: head.headerFields[.contentType], writer, from: client, options)
            answer = Answer(
                .ok, [.contentType: "application/json"],
                ByteBuffer(string: try UploadPhotoResponse(photo: photo).jsonText()))
            record.ended(.ok)
        } catch {
            answer = record.answer(to: error, Contract.pool)
        }
        try await answer.send(to: writer, &body, fields)
    }

    private static func newID() -> String {
        var generator = SystemRandomNumberGenerator()
        let bits = generator.next() as UInt64
        return String(bits | 1 << 63, radix: 16)
    }
}

extension HTTPField.Name {
    static let requestID = HTTPField.Name(known: "x-request-id")
}
