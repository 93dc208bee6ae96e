import NIOCore

/// The one request of a unary or server-streaming call, whole, as its handler takes it.
enum ReceivedRequest: Sendable {
    case plain(ByteBuffer)
    case compressed(CompressedRequest)

    /// The encoded request. Called once.
    ///
    /// - Throws: `RPCError`, as `CompressedRequest.decompressed` does.
    func take() throws -> ByteBuffer {
        switch self {
        case .plain(let bytes): bytes
        case .compressed(let request): try request.decompressed()
        }
    }
}

/// A request that came compressed. It is decompressed where the handler takes it: then the limits and
/// the caller of the call have been checked, and the time that it costs is the call's own.
final class CompressedRequest: @unchecked Sendable {
    // Unchecked: the record is touched on the event loop of the connection only.
    private let message: ReceivedMessage
    private let connection: Reference<ServerConnection>
    private let record: StreamRecord

    init(_ bytes: ByteBuffer, _ connection: Reference<ServerConnection>, _ record: StreamRecord) {
        self.message = ReceivedMessage(bytes: bytes, isCompressed: true)
        self.connection = connection
        self.record = record
    }

    /// The request as it was before it was compressed, counted as memory of the call until its handler
    /// has ended.
    ///
    /// - Throws: `RPCError`: `resourceExhausted` beyond the limit on messages, `invalidArgument` when it
    ///   is malformed, `unavailable` when the requests of the connection are too large together.
    func decompressed() throws -> ByteBuffer {
        let bytes = try message.decompressed(on: connection)
        let size = bytes.readableBytes
        if let connection = connection.ifOnEventLoop {
            try connection.handlerInflated(size, of: record)
        } else {
            // An interceptor that has left the event loop.
            connection.run { [self] connection in
                do throws(RPCError) {
                    try connection.handlerInflated(size, of: record)
                } catch {
                    connection.end(record, with: error)
                }
            }
        }
        return bytes
    }
}
