import ConnectHTTP
import HTTPServing
import HTTPTypes
import HummingbirdCore
import Introspection
import MessageJSON
import NIOCore
import RollcallAPI
import RollcallRPC

/// Answers every request at the door.
struct Door: Sendable {
    let connect: ConnectServer
    let services: WebServices.Clients
    let cors: CORS
    let addresses: ClientAddresses
    /// Nil where `rollcall-photo` cannot be used.
    let photos: PhotoDoor?

    @concurrent func answer(
        _ request: Request, _ writer: consuming HummingbirdCore.ResponseWriter,
        at channel: any Channel
    ) async throws {
        var fields = cors.fields(for: request.head)
        fields[.xContentTypeOptions] = "nosniff"
        fields[.cacheControl] = "no-store"
        fields[.requestID] = Self.newID()
        let answer: Answer
        switch request.head.path {
        case "/healthz": answer = Answer(.ok)
        case "/readyz": answer = await readiness()
        case "/photo" where request.method == .put:
            var body = IncomingBody(request)
            let answer = await photo(&body, request.head, at: channel)
            return try await answer.send(to: writer, &body, fields)
        default:
            guard let preflight = cors.preflight(request.head) else {
                let client = addresses.client(of: request.head, at: channel)
                return try await connect.respond(to: request, writer, client: client, fields)
            }
            answer = Answer(.noContent, preflight)
        }
        var body = IncomingBody(request)
        try await answer.send(to: writer, &body, fields)
    }

    @concurrent private func photo(
        _ body: inout IncomingBody, _ head: HTTPRequest, at channel: any Channel
    ) async -> Answer {
        do {
            guard let photos else {
                throw RPCError(.unimplemented, "photos are not taken here")
            }
            let client = addresses.client(of: head, at: channel)
            let options = CallOptions(
                metadata: try Metadata(of: head.headerFields, client: client))
            let photo = try await photos.take(&body, options)
            return Answer(
                .ok, [.contentType: "application/json"],
                ByteBuffer(string: try UploadPhotoResponse(photo: photo).jsonText()))
        } catch {
            return Answer(.wire(for: error), Contract.pool)
        }
    }

    private static func newID() -> String {
        var generator = SystemRandomNumberGenerator()
        let bits = generator.next() as UInt64
        return String(bits | 1 << 63, radix: 16)
    }

    /// Which services answer.
    private func readiness() async -> Answer {
        let states = await withTaskGroup { group in
            for (name, client) in services.all {
                group.addTask { (name, await Self.isServing(client)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var writer = JSONWriter()
        writer.beginObject()
        for (name, isServing) in states.sorted(by: { $0.key < $1.key }) {
            writer.key(name)
            writer.string(isServing ? "serving" : "away")
        }
        writer.endObject()
        let isReady = states.values.allSatisfy(\.self)
        return Answer(
            isReady ? .ok : .serviceUnavailable, [.contentType: "application/json"],
            ByteBuffer(string: writer.text))
    }

    private static func isServing(_ client: any RPCClient) async -> Bool {
        let health = HealthServiceClient(client)
        let answer = try? await health.check(
            HealthCheckRequest(), options: CallOptions(timeout: .seconds(1)))
        return answer?.status == .serving
    }
}

extension HTTPField.Name {
    static let requestID = HTTPField.Name(known: "x-request-id")
}
