import HTTPServing
import HTTPTypes
import Logging
import Metrics
import NIOCore
import RollcallRPC

/// Serves photos over HTTP/1.1, to browsers and to the caches in front of them. It serves nothing
/// more, and has no TLS, which the proxy in front provides.
package struct PhotoServer: Sendable {
    private let photos: LinkedPhotos
    private let endpoint: Endpoint
    private let configuration: PhotoServerConfiguration
    private let cache: PhotoCache
    private let outgoing: OutgoingPhotos
    private let logger: Logger

    /// - Parameter endpoint: `tcp` or `unix`.
    package init(
        _ photos: LinkedPhotos, at endpoint: Endpoint,
        configuration: PhotoServerConfiguration = .init(), logger: Logger
    ) {
        self.photos = photos
        self.endpoint = endpoint
        self.configuration = configuration
        cache = PhotoCache(capacity: configuration.cacheSize)
        outgoing = OutgoingPhotos(configuration.outgoingSize)
        self.logger = logger
    }

    /// Makes what listens and serves.
    package func makeServer() -> HTTPServer {
        HTTPServer(at: endpoint, configuration: configuration.server, responder: respond)
    }

    private func respond(
        to request: Request, _ writer: AnswerWriter
    ) async throws {
        let (answer, bytes) = await answer(to: request.head)
        let status = ("status", "\(answer.status.code)")
        Counter(label: "profile.photo.http.requests", dimensions: [status]).increment()
        let head = HTTPResponse(status: answer.status, headerFields: answer.fields)
        defer { if bytes != nil { outgoing.release(bytes?.readableBytes ?? 0) } }
        if let bytes, let range = answer.body {
            try await send(head, bytes, range, writer)
        } else {
            try await writer.write(head)
        }
        // A body of a request is not read.
        if request.hasBody { throw CancellationError() }
    }

    /// - Returns: the answer; and the bytes of the whole photo, which count as outgoing, if the
    ///   answer has a body.
    private func answer(to request: HTTPRequest) async -> (PhotoAnswer, ByteBuffer?) {
        guard request.method == .get || request.method == .head else {
            return (PhotoAnswer(.methodNotAllowed), nil)
        }
        guard let link = PhotoLink(target: request.path ?? "") else {
            return (PhotoAnswer(.notFound), nil)
        }
        do {
            guard let photo = try await photos.find(link) else {
                return (PhotoAnswer(.notFound), nil)
            }
            let answer = PhotoAnswer(
                to: request, size: photo.size, tag: photo.tag, remaining: photo.remaining)
            guard answer.body != nil else { return (answer, nil) }
            guard let bytes = try await outgoing.taking(photo.size, { try await read(photo) })
            else { return (PhotoAnswer(.notFound), nil) }
            return (answer, bytes)
        } catch let error as RPCError
            where error.code == .unavailable || error.code == .resourceExhausted
        {
            return (PhotoAnswer(.serviceUnavailable), nil)
        } catch {
            logger.error("a photo cannot be served", metadata: ["error": "\(error)"])
            return (PhotoAnswer(.internalServerError), nil)
        }
    }

    private func read(_ photo: LinkedPhotos.Found) async throws -> ByteBuffer? {
        if let bytes = cache[photo.id] { return bytes }
        guard let bytes = try await photos.read(photo) else { return nil }
        let buffer = ByteBuffer(bytes: bytes)
        cache.keep(buffer, of: photo.id)
        return buffer
    }

    /// The size of one write. Each piece waits until the previous one was sent.
    private static let pieceSize = 64 << 10

    private func send(
        _ head: HTTPResponse, _ bytes: ByteBuffer, _ range: Range<Int>, _ writer: AnswerWriter
    ) async throws {
        var rest = bytes.getSlice(at: range.lowerBound, length: range.count) ?? ByteBuffer()
        guard range.count > 2 * Self.pieceSize else { return try await writer.write(head, rest) }
        try await writer.begin(head)
        while rest.readableBytes > Self.pieceSize,
            let piece = rest.readSlice(length: Self.pieceSize)
        {
            try await writer.write(piece)
        }
        // A copy, so that a reader that is slow at the end does not keep the whole photo in memory.
        try await writer.write(ByteBuffer(bytes: rest.readableBytesView))
        try await writer.end()
    }
}
