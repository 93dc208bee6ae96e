import HTTPServing
import HTTPTypes
import NIOCore
import RollcallRPC

/// The body of a request, which can be read once.
package struct IncomingBody: Sendable {
    /// Bytes; nil if the head does not say it.
    package let declaredLength: Int?
    /// Whether the answer has a head alone.
    let isOfHead: Bool
    /// Whether the client sends the body only once it is asked to (RFC 9110 §10.1.1).
    private var awaitsContinue = false
    private let body: RequestBody
    private var state = State.open

    private enum State {
        /// `lost`: it cannot be read to its end, or somebody else has not done so.
        case open, ended, lost
    }

    var isAtEnd: Bool { state == .ended }

    package init(_ request: Request) {
        let length = request.headers.value(of: .contentLength).flatMap(Int.init)
        declaredLength = length ?? (request.headers.contains(.transferEncoding) ? nil : 0)
        isOfHead = request.method == .head
        awaitsContinue = request.headers.value(of: .expect)?.lowercased() == "100-continue"
        body = request.body
    }

    /// Notes that another task has read the body.
    mutating func wasRead(toEnd isAtEnd: Bool) { state = isAtEnd ? .ended : .lost }

    /// Asks a client that waits for it to send the body. Before that it can be refused for free.
    mutating func ask(_ writer: AnswerWriter) async throws {
        guard awaitsContinue else { return }
        awaitsContinue = false
        try await writer.begin(HTTPResponse(status: .continue))
    }

    /// - Returns: the next bytes; nil at the end.
    /// - Throws: `RPCError` (`invalidArgument`) for what is no body.
    mutating func next() async throws -> ByteBuffer? {
        guard !isAtEnd else { return nil }
        do {
            let part = try await body.next()
            if part == nil { state = .ended }
            return part
        } catch let error where !(error is CancellationError) {
            state = .lost
            throw RPCError(.invalidArgument, "the body of the request is malformed")
        }
    }

    /// How long a whole body may take. Clients that send nothing at all are ended sooner.
    private static let time = Duration.seconds(60)

    /// Reads all.
    ///
    /// - Parameters:
    ///   - refusal: for more than `limit` bytes, before they are read if the head says so.
    ///   - take: is given the parts.
    /// - Throws: `RPCError`; what `take` throws.
    package mutating func read(
        limit: Int, otherwise refusal: RPCError,
        _ writer: AnswerWriter, _ take: (ByteBuffer) throws -> Void
    ) async throws {
        guard declaredLength ?? 0 <= limit else { throw refusal }
        try await ask(writer)
        var count = 0
        let deadline = ContinuousClock.now + Self.time
        while let part = try await next() {
            count += part.readableBytes
            guard count <= limit else { throw refusal }
            guard .now < deadline else {
                throw RPCError(.deadlineExceeded, "a request has to arrive within a minute")
            }
            try take(part)
        }
    }

    /// - Throws: `RPCError` (`resourceExhausted`) for more than `limit` bytes.
    package mutating func whole(
        limit: Int, _ writer: AnswerWriter
    ) async throws -> ByteBuffer {
        var whole = ByteBuffer()
        try await read(limit: limit, otherwise: .tooLarge(limit), writer) { part in
            if whole.readableBytes == 0 { whole = part } else { whole.writeImmutableBuffer(part) }
        }
        return whole
    }

    /// The longest rest after which the connection is used further.
    private static let shortRest = 64 << 10
    /// What is read and dropped of a rest, at most.
    private static let dropped = (bytes: 16 << 20, time: Duration.seconds(5))

    /// Whether the connection ends with the answer, as much of the request would follow.
    var endsConnection: Bool {
        state == .lost || awaitsContinue
            || state == .open && declaredLength ?? .max > Self.shortRest
    }

    /// Reads the rest. A connection that were closed before that would be reset, and the client, or
    /// a proxy, would not see the answer.
    ///
    /// - Throws: to end the connection.
    package mutating func drop() async throws {
        let endsConnection = endsConnection
        guard state != .lost else { throw CancellationError() }
        var left = Self.dropped.bytes
        let deadline = ContinuousClock.now + Self.dropped.time
        while left >= 0, .now < deadline {
            guard let part = try await next() else {
                if endsConnection { break } else { return }
            }
            left -= part.readableBytes
        }
        throw CancellationError()
    }
}
