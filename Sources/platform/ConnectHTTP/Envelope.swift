import NIOCore
import RollcallRPC

/// Messages of a stream, each behind a byte of flags and four of its length.
struct Envelope {
    static let headSize = 5
    private static let compressed: UInt8 = 1
    private static let end: UInt8 = 2

    /// Takes the messages out of a body, as its parts arrive.
    struct Reader {
        private let coding: Coding
        private let limit: Int
        private var buffer = ByteBuffer()

        /// - Parameter limit: the most bytes of one message, compressed or not.
        init(_ coding: Coding, limit: Int) {
            (self.coding, self.limit) = (coding, limit)
        }

        /// Whether nothing is left of an unfinished message.
        var isAtEnd: Bool { buffer.readableBytes == 0 }

        mutating func append(_ part: ByteBuffer) {
            var part = part
            buffer.discardReadBytes()
            buffer.writeBuffer(&part)
        }

        /// - Returns: nil until the next message is whole.
        /// - Throws: `RPCError` for one that is too long, or breaks the protocol.
        mutating func next() throws -> ByteBuffer? {
            let start = buffer.readerIndex
            guard let flags = buffer.getInteger(at: start, as: UInt8.self),
                let length = buffer.getInteger(at: start + 1, as: UInt32.self)
            else { return nil }
            guard flags & ~Envelope.compressed == 0 else {
                throw RPCError(
                    .invalidArgument, "a client's messages have no flag but that of gzip")
            }
            guard length <= limit else { throw RPCError.tooLarge(limit) }
            guard buffer.readableBytes >= Envelope.headSize + Int(length) else { return nil }
            buffer.moveReaderIndex(forwardBy: Envelope.headSize)
            let message = buffer.readSlice(length: Int(length)) ?? ByteBuffer()
            guard flags & Envelope.compressed != 0 else { return message }
            guard coding == .gzip else {
                throw RPCError(
                    .internal, "a message is compressed, but the request names no compression")
            }
            return try coding.decode(message, limit: limit)
        }
    }

    /// A message for a client.
    static func message(_ bytes: ByteBuffer, _ coding: Coding) -> ByteBuffer {
        guard coding == .gzip, bytes.readableBytes >= Coding.worthwhile else {
            return envelope(0, bytes)
        }
        return envelope(compressed, Gzip.compress(bytes))
    }

    /// The last message of a stream.
    static func end(_ json: String) -> ByteBuffer { envelope(end, ByteBuffer(string: json)) }

    private static func envelope(_ flags: UInt8, _ bytes: ByteBuffer) -> ByteBuffer {
        var (bytes, buffer) = (bytes, ByteBuffer())
        buffer.reserveCapacity(headSize + bytes.readableBytes)
        buffer.writeInteger(flags)
        buffer.writeInteger(UInt32(bytes.readableBytes))
        buffer.writeBuffer(&bytes)
        return buffer
    }
}
