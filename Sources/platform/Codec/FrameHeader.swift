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

    // What `OptionSet` has, without its detour over generic code that is not specialised here.

    package func contains(_ other: FrameFlags) -> Bool {
        rawValue & other.rawValue == other.rawValue
    }

    package mutating func add(_ other: FrameFlags) {
        self = FrameFlags(rawValue: rawValue | other.rawValue)
    }

    /// The sender of an OPEN or DATA frame sends nothing more on the stream.
    package static var end: FrameFlags { FrameFlags(rawValue: 0x01) }
    /// The body is a message, or a part of one; without it the frame carries no message.
    package static var message: FrameFlags { FrameFlags(rawValue: 0x02) }
    /// The message goes on in the next frame of the stream.
    package static var more: FrameFlags { FrameFlags(rawValue: 0x04) }
    /// A whole message, after which the sender sends nothing more on the stream.
    package static var lastMessage: FrameFlags { FrameFlags(rawValue: 0x03) }
    /// The PING answers a PING.
    package static var acknowledgement: FrameFlags { FrameFlags(rawValue: 0x08) }
    /// The call that a CLOSE ends never reached a handler: it can be made again freely.
    package static var refused: FrameFlags { FrameFlags(rawValue: 0x10) }
    /// Kept for compressed messages, which no peer sends. A frame with it is no frame of this
    /// version: its body would be read as something that it is not.
    package static var reserved: FrameFlags { FrameFlags(rawValue: 0x20) }
    /// A receiver that does not know the frame's type skips it.
    package static var ignorable: FrameFlags { FrameFlags(rawValue: 0x80) }
}

/// The 12 bytes that every frame begins with, big-endian: payload length (3), type (1), flags (1),
/// reserved (1), meta length (2), stream id (4).
package struct FrameHeader: Sendable, Hashable {
    /// The size of a header in bytes.
    package static let size = 12
    /// The highest id that a stream can have, 2^31 - 1.
    package static let highestStreamID = UInt32(Int32.max)

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
