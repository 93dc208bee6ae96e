import NIOCore
import RollcallWire

/// What may be asked of a call's messages.
public enum MessageCompression: Sendable, Hashable {
    /// The zlib format (RFC 1950). It costs the sender some 20 ms of processor time a megabyte, on
    /// the event loop: for text over slow links. Secrets and what an attacker can choose do not
    /// belong into one compressed message, whose length then tells of both.
    case zlib
}

extension Connection {
    /// Messages below this size are sent as they are, in bytes.
    static let compressedSize = 1024

    /// A message that is about to be queued, compressed if the call wants it and it becomes shorter.
    func compressed(_ item: Outgoing, on record: StreamRecord) -> Outgoing {
        guard record.compresses, case .message(let message, let isLast, false, let sent) = item,
            message.readableBytes >= Self.compressedSize,
            let shorter = try? Zlib.compressed(message),
            shorter.readableBytes < message.readableBytes
        else { return item }
        return .message(shorter, isLast: isLast, isCompressed: true, sent: sent)
    }
}

extension Feature {
    /// The sender of HELLO takes compressed messages; the value lists the algorithms, a byte each,
    /// with the numbers of `Compression`.
    static let compression = Feature(
        id: 1, value: [UInt8(truncatingIfNeeded: Compression.zlib.rawValue)])
}

extension Hello {
    /// Whether the sender takes messages in the zlib format.
    var takesZlib: Bool {
        features.contains {
            $0.id == Feature.compression.id
                && $0.value.contains(UInt8(truncatingIfNeeded: Compression.zlib.rawValue))
        }
    }
}
