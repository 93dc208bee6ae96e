import Foundation
import NIOCore
import RollcallWire
import Testing

@testable import RollcallRPC

/// What waits on a connection must not keep the buffers that it was read into: they are many times
/// as large, and count for nothing.
@Suite(.serialized) struct ReadBufferTests {
    /// The memory of this process, in bytes (proc_pid_statm(5)).
    private var resident: Int {
        get throws {
            let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            return try #require(pages) * Int(getpagesize())
        }
    }

    @Test func firstPartsWithoutBytesKeepNoReadBuffer() throws {
        try expectLittle { bytes, call in
            bytes.writeFrame(
                .open, flags: [.message, .more], streamID: 2 * call + 1,
                meta: Open(method: FuzzService.ignore.path))
        }
    }

    @Test func messagesWithoutBytesKeepNoReadBuffer() throws {
        try expectLittle { bytes, call in
            if call == 0 {
                bytes.writeFrame(
                    .open, streamID: 1, meta: Open(method: FuzzService.ignore.path))
            }
            bytes.writeFrameHeader(
                FrameHeader(payloadLength: 0, type: 3, flags: .message, streamID: 1))
        }
    }

    @Test func aHandlerThatStreamsKeepsNoReadBuffer() throws {
        try expectLittle { bytes, call in
            bytes.writeFrame(
                .open, flags: .lastMessage, streamID: 2 * call + 1,
                meta: Open(method: FuzzService.expand.path),
                body: ByteBuffer(bytes: Detail(value: [1]).serialized()))
        }
    }

    /// Lets a server read 250 times 64 KiB, of which little concerns it.
    private func expectLittle(_ write: (inout ByteBuffer, UInt32) -> Void) throws {
        let victim = try Victim.server()
        victim.receive(FrameUnderTest.hello("").write)
        let before = try resident
        for call in 0..<250 as Range<UInt32> {
            victim.receive { bytes in
                bytes.reserveCapacity(64 * 1024)
                bytes.writeFrameHeader(
                    FrameHeader(payloadLength: 60_000, type: 99, flags: .ignorable))
                bytes.writeRepeatingByte(1, count: 60_000)
                write(&bytes, call)
            }
        }
        #expect(victim.connection.phase == .open)
        #expect(victim.connection.hasCalls)
        // Together they are 16 MB.
        #expect(try resident - before < 4 * 1024 * 1024)
        victim.end()
    }
}
