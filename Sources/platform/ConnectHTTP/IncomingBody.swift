import HTTPTypes
import HummingbirdCore
import NIOCore
import RollcallRPC

/// The body of a request, which can be read once.
package struct IncomingBody {
    /// Bytes; nil if the head does not say it.
    package let declaredLength: Int?
    private let body: RequestBody
    private var parts: RequestBody.AsyncIterator?
    private var state = State.open

    private enum State {
        /// `lost`: somebody else has read it, but not to its end.
        case open, ended, lost
    }

    var isAtEnd: Bool { state == .ended }

    package init(_ request: Request) {
        declaredLength = request.headers[.contentLength].flatMap(Int.init)
        body = request.body
    }

    /// The body of which nothing was read yet, for another task to read.
    struct Unread: Sendable {
        fileprivate let body: RequestBody
        fileprivate let declaredLength: Int?

        func opened() -> IncomingBody { IncomingBody(self) }
    }

    var unread: Unread { Unread(body: body, declaredLength: declaredLength) }

    private init(_ unread: Unread) {
        (body, declaredLength) = (unread.body, unread.declaredLength)
    }

    /// Notes that another task has read the body.
    mutating func wasRead(toEnd isAtEnd: Bool) { state = isAtEnd ? .ended : .lost }

    /// - Returns: the next bytes; nil at the end.
    @concurrent mutating func next() async throws -> ByteBuffer? {
        guard !isAtEnd else { return nil }
        if parts == nil { parts = body.makeAsyncIterator() }
        let part = try await parts?.next()
        if part == nil { state = .ended }
        return part
    }

    /// - Throws: `RPCError` (`resourceExhausted`) for more than `limit` bytes, before they are read
    ///   if the head says so.
    @concurrent package mutating func whole(limit: Int) async throws -> ByteBuffer {
        if let declaredLength, declaredLength > limit { throw RPCError.tooLarge(limit) }
        var whole = ByteBuffer()
        while var part = try await next() {
            guard whole.readableBytes + part.readableBytes <= limit else {
                throw RPCError.tooLarge(limit)
            }
            if whole.readableBytes == 0 { whole = part } else { whole.writeBuffer(&part) }
        }
        return whole
    }

    /// The longest rest that is read and dropped, so that the connection can be used further.
    private static let dropped = 64 << 10

    /// Reads the rest, if it is short.
    ///
    /// - Throws: to end the connection, when it is not.
    @concurrent package mutating func drop() async throws {
        guard state != .lost else { throw CancellationError() }
        var left = Self.dropped - (isAtEnd ? 0 : declaredLength ?? 0)
        while left >= 0 {
            guard let part = try await next() else { return }
            if declaredLength == nil { left -= part.readableBytes }
        }
        throw CancellationError()
    }
}
