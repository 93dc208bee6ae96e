package import NIOCore

/// One frame as it was received. `meta` and `body` are slices of the bytes that were read.
package struct Frame: Sendable, Equatable {
    package var header: FrameHeader
    /// A protobuf message whose type follows from the frame's type, or empty.
    package var meta: ByteBuffer
    /// A message of the call, or a part of one, or the fixed bytes of WINDOW and PING.
    package var body: ByteBuffer
}
