import NIOCore
import RollcallWire

/// One frame that a peer sends, right or wrong.
struct FrameUnderTest: Sendable {
    let name: String
    let write: @Sendable (inout ByteBuffer) -> Void

    init(_ name: String, _ write: @escaping @Sendable (inout ByteBuffer) -> Void) {
        self.name = name
        self.write = write
    }

    /// A frame with meta and body as they stand there.
    init(
        _ name: String, _ type: UInt8, _ flags: FrameFlags = [], _ id: UInt32 = 0,
        meta: [UInt8] = [], body: [UInt8] = []
    ) {
        self.init(name) { bytes in
            bytes.writeFrameHeader(
                FrameHeader(
                    payloadLength: meta.count + body.count, type: type, flags: flags,
                    metaLength: meta.count, streamID: id))
            bytes.writeBytes(meta + body)
        }
    }
}

extension FrameUnderTest {
    static let malformed: [UInt8] = [0xFF, 0xFF, 0xFF]

    static func hello(_ name: String, id: UInt32 = 0, body: [UInt8] = []) -> FrameUnderTest {
        let hello = Hello(minVersion: 1, maxVersion: 1)
        return FrameUnderTest(name, 1, [], id, meta: hello.serialized(), body: body)
    }

    static func open(
        _ name: String, _ id: UInt32, _ flags: FrameFlags = [.message, .end], body: [UInt8] = []
    ) -> FrameUnderTest {
        let open = Open(method: FuzzService.chat.path)
        return FrameUnderTest(name, 2, flags, id, meta: open.serialized(), body: body)
    }

    static func open(_ name: String, _ open: Open) -> FrameUnderTest {
        FrameUnderTest(name, 2, [.message, .end], 7, meta: open.serialized())
    }

    static func open(_ name: String, _ metadata: [MetadataEntry]) -> FrameUnderTest {
        .open(name, Open(method: FuzzService.chat.path, metadata: metadata))
    }

    static func data(
        _ name: String, _ id: UInt32, _ flags: FrameFlags, body: [UInt8] = []
    ) -> FrameUnderTest {
        FrameUnderTest(name, 3, flags, id, body: body)
    }

    static func close(
        _ name: String, _ id: UInt32, _ flags: FrameFlags = [], status: UInt32 = 0
    ) -> FrameUnderTest {
        FrameUnderTest(name, 4, flags, id, meta: Close(status: status).serialized())
    }

    static func cancel(_ name: String, _ id: UInt32, body: [UInt8] = []) -> FrameUnderTest {
        FrameUnderTest(name, 5, [], id, meta: Cancel(status: 1).serialized(), body: body)
    }

    static func window(_ name: String, _ id: UInt32, _ credit: UInt32) -> FrameUnderTest {
        FrameUnderTest(name) { $0.writeFrame(.window, streamID: id, body: credit) }
    }

    static func ping(_ name: String, _ id: UInt32, _ flags: FrameFlags = []) -> FrameUnderTest {
        FrameUnderTest(name) { $0.writeFrame(.ping, flags: flags, streamID: id, body: UInt64(7)) }
    }

    static func goAway(_ name: String, _ id: UInt32, last: UInt32) -> FrameUnderTest {
        FrameUnderTest(name, 8, [], id, meta: GoAway(lastStreamID: last).serialized())
    }
}

extension FrameFlags {
    /// Flags that no version has given a meaning.
    static let reservedBits = FrameFlags(rawValue: 0x40)
}
