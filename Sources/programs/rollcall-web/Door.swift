import ConnectHTTP
import HTTPServing
import HTTPTypes
import Introspection
import NIOCore
import RollcallAPI
import RollcallRPC

/// Answers every request at the door.
struct Door: Sendable {
    let connect: ConnectServer
    let readiness: Readiness
    let running = RunningRequests()
    let log: CallLog
    let cors: CORS
    let addresses: ClientAddresses
    /// Nil where `rollcall-photo` cannot be used.
    let photos: PhotoDoor?
    /// Nil where there are none.
    let pages: Pages?
    /// Whether clients come by TLS.
    let isSecured: Bool

    func answer(
        _ request: Request, _ writer: AnswerWriter
    ) async throws {
        var fields = cors.fields(for: request.head)
        let id = Self.newID()
        fields.append(HTTPField(name: .xContentTypeOptions, value: "nosniff"))
        fields.append(HTTPField(name: .cacheControl, value: "no-store"))
        fields.append(HTTPField(name: .requestID, value: id))
        if isSecured { fields[.strictTransportSecurity] = "max-age=31536000" }
        var body = IncomingBody(request)
        let path = request.head.pathWithoutQuery
        if path == "/healthz" || path == "/readyz" {
            let isRead = request.method == .get || request.method == .head
            let answer =
                !isRead
                ? Answer(.methodNotAllowed, [.allow: "GET, HEAD"])
                : path == "/healthz" ? Answer(.ok) : await readiness.answer()
            return try await answer.send(to: writer, &body, fields)
        }
        if let preflight = cors.preflight(request.head) {
            return try await Answer(.noContent, preflight).send(to: writer, &body, fields)
        }
        let client = addresses.client(of: request.head, from: request.peer)
        let record = CallRecord(log, path: path, id: id)
        let network = client.flatMap { addresses.isProxy($0) ? nil : ClientNetwork($0) }
        guard running.enter(network) else {
            let error = RPCError.retryLater(
                .resourceExhausted, .tooManyAttempts, after: .seconds(1),
                "too many requests of your address are running")
            return try await record.answer(to: error, Contract.pool)
                .send(to: writer, &body, fields)
        }
        defer { running.leave(network) }
        if let pages, pages.has(request.head, at: path) {
            let answer = await pages.answer(
                request.head, &body, writer, client: client, id: id, record)
            if answer.fields[.cacheControl] != nil { fields[.cacheControl] = nil }
            return try await answer.send(to: writer, &body, fields)
        }
        var request = request
        do {
            if let (head, renewed) = try await pages?.authorized(request.head, client) {
                request = request.with(head)
                if let renewed { fields.append(renewed) }
            }
        } catch {
            return try await record.answer(to: error, Contract.pool)
                .send(to: writer, &body, fields)
        }
        if path == "/photo" && request.method == .put {
            let answer = await photo(&body, writer, request.head, client, record)
            return try await answer.send(to: writer, &body, fields)
        }
        try await connect.respond(to: request, &body, writer, client: client, fields, record)
    }

    private func photo(
        _ body: inout IncomingBody, _ writer: AnswerWriter,
        _ head: HTTPRequest, _ client: IPAddress?, _ record: CallRecord
    ) async -> Answer {
        var record = record
        record.count(in: photos?.metrics)
        do {
            guard let photos else {
                throw RPCError(.unimplemented, "photos are not taken here")
            }
            let options = CallOptions(
                metadata: try Metadata(of: head.headerFields, client: client))
            let photo = try await photos.take(
                &body, of: head.headerFields[.contentType], writer, from: client, options)
            record.ended(.ok)
            return Answer(
                .ok, [.contentType: "application/json"],
                ByteBuffer(string: try UploadPhotoResponse(photo: photo).jsonText()))
        } catch {
            return record.answer(to: error, Contract.pool)
        }
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
