import NIOCore
import RollcallWire

/// How whole messages are compressed. Each side has what it takes and sends in its `ConnectionConfiguration`.
public protocol MessageCompression: Sendable {
    /// Its number in `Compression` of the protocol, from 1 to 255.
    static var number: UInt8 { get }

    static func compressed(_ message: ByteBuffer) throws(MessageCompressionError) -> ByteBuffer

    /// The message as it was before it was compressed.
    ///
    /// - Parameter limit: how many bytes may come out. Memory for them is taken as they come.
    static func decompressed(
        _ bytes: ByteBuffer, limit: Int
    ) throws(MessageCompressionError) -> ByteBuffer
}

public enum MessageCompressionError: Error, Hashable {
    /// The bytes are not one whole compressed message.
    case malformed
    /// What comes out is longer than allowed.
    case tooLong
    case outOfMemory
}

extension Connection {
    /// Messages below this size are sent as they are, in bytes.
    static let compressedSize = 1024

    /// A message that is about to be queued, compressed if the call wants it and it becomes shorter.
    func compressed(_ item: Outgoing, on record: StreamRecord) -> Outgoing {
        guard record.compresses, case .message(let message, let isLast, false, let sent) = item,
            message.readableBytes >= Self.compressedSize,
            let shorter = try? configuration.compression?.compressed(message),
            shorter.readableBytes < message.readableBytes
        else { return item }
        return .message(shorter, isLast: isLast, isCompressed: true, sent: sent)
    }
}

extension ReceivedMessage {
    /// The message, fit to be decoded. It is decompressed where it is taken: what nobody takes stays
    /// as small as it came.
    ///
    /// - Throws: `RPCError`: `resourceExhausted` beyond the limit on messages, `invalidArgument`.
    func decompressed(
        on connection: Reference<some Connection>, limit: Int
    ) throws -> ByteBuffer {
        guard isCompressed else { return bytes }
        guard let compression = connection.configuration.compression else {
            throw RPCError(.invalidArgument, "this side takes no compressed messages")
        }
        do {
            return try compression.decompressed(bytes, limit: limit)
        } catch .tooLong {
            throw RPCError.messageTooLarge(limit)
        } catch {
            throw RPCError(.invalidArgument, "a compressed message is malformed")
        }
    }
}

extension Feature {
    /// The sender of HELLO takes compressed messages; the value lists the numbers, a byte each.
    static func compression(_ compression: any MessageCompression.Type) -> Feature {
        Feature(id: 1, value: [compression.number])
    }
}

extension Hello {
    /// Whether the sender takes messages that are compressed so.
    func takes(_ compression: any MessageCompression.Type) -> Bool {
        features.contains { $0.id == 1 && $0.value.contains(compression.number) }
    }
}
