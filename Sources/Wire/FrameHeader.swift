/// What a frame is for.
package enum FrameType: UInt8, Sendable, CaseIterable {
    case hello = 1
    case open = 2
    case data = 3
    case close = 4
    case cancel = 5
    case window = 6
    case ping = 7
    case goAway = 8
}

/// What else a frame says, one bit each.
package struct FrameFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The sender of an OPEN or DATA frame sends nothing more on the stream.
    package static let end = FrameFlags(rawValue: 0x01)
    /// The body is a message, or a part of one; without it the frame carries no message.
    package static let message = FrameFlags(rawValue: 0x02)
    /// The message goes on in the next frame of the stream.
    package static let more = FrameFlags(rawValue: 0x04)
    /// The PING answers a PING.
    package static let acknowledgement = FrameFlags(rawValue: 0x08)
    /// The call that a CLOSE ends never reached a handler: it can be made again freely.
    package static let refused = FrameFlags(rawValue: 0x10)
    /// A receiver that does not know the frame's type skips it.
    package static let ignorable = FrameFlags(rawValue: 0x80)
}

/// The 12 bytes that every frame begins with, big-endian: payload length (3), type (1), flags (1),
/// reserved (1), meta length (2), stream id (4).
package struct FrameHeader: Sendable, Hashable {
    /// The size of a header in bytes.
    package static let size = 12

    /// The bytes of meta and body together.
    package var payloadLength: Int
    /// A `FrameType`, or a number that this version does not know.
    package var type: UInt8
    package var flags: FrameFlags
    /// The bytes of meta, at most `payloadLength`.
    package var metaLength: Int
    /// The call that the frame belongs to; 0 for the connection itself.
    package var streamID: UInt32

    package init(
        payloadLength: Int,
        type: UInt8,
        flags: FrameFlags = [],
        metaLength: Int = 0,
        streamID: UInt32 = 0
    ) {
        self.payloadLength = payloadLength
        self.type = type
        self.flags = flags
        self.metaLength = metaLength
        self.streamID = streamID
    }
}
