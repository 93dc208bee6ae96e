import NIOCore
import RollcallRPC
import RollcallWire
import TestEcho
import TestSupport
import Testing

@Suite struct FragmentTests {
    /// The longest body that a server takes, as its HELLO says.
    private static let longest = 68 * 1024

    @Test(arguments: [nil, 1, 70_000, UInt32.max])
    func bodiesAreAsLongAsTheReceiverTakesThem(receiverTakes: UInt32?) async throws {
        try await withEchoServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint, maximumBody: Self.longest)
            let message = EchoMessage(payload: pattern(200_000))
            peer.send { bytes in
                bytes.writeFrame(
                    .hello,
                    meta: Hello(
                        minVersion: 1, maxVersion: 1,
                        limits: receiverTakes.map { Limits(maxBody: $0) }))
            }
            try await eventually { peer.frames(.hello).count == 1 }
            peer.send { bytes in
                var rest = ByteBuffer(bytes: message.serialized())
                bytes.writeOpen(1, message: message, flags: [])
                while let part = rest.readSlice(length: min(65_536, rest.readableBytes)),
                    part.readableBytes > 0
                {
                    let isLast = rest.readableBytes == 0
                    bytes.writeRaw(
                        FrameType.data.rawValue, flags: [.message, isLast ? .end : .more], id: 1,
                        length: part.readableBytes, bytes: Array(part.readableBytesView))
                }
            }
            try await eventually { peer.status(of: 1) != nil }
            let answer = peer.frames.filter { $0.header.flags.contains(.message) }
            let taken = max(65_536, min(Self.longest, Int(receiverTakes ?? 0)))
            #expect(answer.map(\.body.readableBytes).max() == taken)
            #expect(answer.reduce(0) { $0 + $1.body.readableBytes } == message.serializedSize)
            peer.close()
        }
    }

    @Test(arguments: [(longest, nil), (longest + 1, StatusCode.invalidArgument)])
    func aServerTakesBodiesAsLongAsItsHELLOSays(
        length: Int, endsWith code: StatusCode?
    ) async throws {
        try await withEchoServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            try await eventually { peer.frames(.hello).count == 1 }
            let hello = try Hello(serialized: try #require(peer.frames(.hello).first).meta)
            #expect(hello.limits?.maxBody == UInt32(Self.longest))
            peer.send { bytes in
                bytes.writeOpen(1, "Collect", flags: [])
                bytes.writeRaw(
                    FrameType.data.rawValue, flags: [.message, .more], id: 1, length: length,
                    bytes: Array(repeating: 0, count: length))
                bytes.writeFrame(.ping, body: UInt64(7))
            }
            try await eventually { peer.frames(.ping).count == 1 || peer.isClosed }
            #expect(peer.goAway == code)
            peer.close()
        }
    }
}
