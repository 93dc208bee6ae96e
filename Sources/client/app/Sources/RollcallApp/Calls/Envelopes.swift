import Foundation

/// The messages of a stream, each behind a byte of flags and four of its length.
struct Envelopes {
    enum Message: Equatable {
        case message(Data)
        /// The last one: JSON.
        case end(Data)
    }

    private static let headSize = 5
    private static let endFlag: UInt8 = 2

    /// The most bytes of a message.
    let limit: Int
    private var buffer = Data()
    private(set) var hasEnded = false

    init(limit: Int) { self.limit = limit }

    static func wrap(_ message: [UInt8]) -> Data {
        let length = UInt32(message.count)
        return Data([0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + message)
    }

    mutating func append(_ bytes: Data) {
        if buffer.startIndex != 0 { buffer = Data(buffer) }
        buffer.append(bytes)
    }

    /// - Returns: nil until the next message is whole.
    /// - Throws: `RollcallError` for one that is too long, or breaks the protocol.
    mutating func next() throws(RollcallError) -> Message? {
        guard buffer.count >= Self.headSize else { return nil }
        let head = buffer.prefix(Self.headSize)
        guard let flags = head.first, flags == 0 || flags == Self.endFlag, !hasEnded else {
            throw .malformed("a message of the stream has unknown flags, or follows its end")
        }
        let length = head.dropFirst().reduce(0) { $0 << 8 | Int($1) }
        guard length <= limit else { throw .tooLarge(limit) }
        guard buffer.count >= Self.headSize + length else { return nil }
        let content = Data(buffer.dropFirst(Self.headSize).prefix(length))
        // A part of the same bytes: a server may send thousands of short messages at once.
        buffer = buffer.dropFirst(Self.headSize + length)
        hasEnded = flags == Self.endFlag
        return hasEnded ? .end(content) : .message(content)
    }
}
