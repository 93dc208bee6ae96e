import NIOCore
import RollcallWire
import Testing

@testable import RollcallRPC

/// A transport that calls back from within a flush, as a socket does that takes more at once, or
/// whose peer is gone.
@Suite struct FlushTests {
    private static let small = Detail(value: [UInt8](repeating: 7, count: 5_000))
    private static let large = Detail(value: [UInt8](repeating: 9, count: 60_000))
    private static let gone = RPCError(.unavailable, "the connection has failed")

    @Test func aServerWhoseTransportTakesMoreWithinAFlushSendsEverythingOnce() throws {
        let victim = try Victim.server()
        victim.transport.whileFlushing = { [unowned victim] in victim.connection.becameWritable() }
        askServer(victim)
        let frames = try Self.drain(victim)
        let sizes = Self.sizes(of: frames)
        for call in 0..<43 as Range<UInt32> {
            let closes = frames.filter {
                $0.header.type == FrameType.close.rawValue && $0.header.streamID == 2 * call + 1
            }
            #expect(closes.count == 1)
            let expected =
                call < 40 ? Self.small.serializedSize : 4 * Self.large.serializedSize
            #expect(sizes[2 * call + 1] == expected)
        }
        if let finding = victim.transport.finding { throw finding }
        victim.end()
    }

    @Test func aClientWhoseTransportTakesMoreWithinAFlushSendsEverythingOnce() throws {
        let victim = Victim.client()
        victim.transport.whileFlushing = { [unowned victim] in victim.connection.becameWritable() }
        askClient(victim)
        let sizes = Self.sizes(of: try Self.drain(victim))
        #expect(sizes.values.filter { $0 == Self.small.serializedSize }.count == 40)
        #expect(sizes.values.filter { $0 == 3 * Self.large.serializedSize }.count == 3)
        #expect(sizes.count == 43)
        if let finding = victim.transport.finding { throw finding }
        victim.end()
        #expect(victim.calls?.running == 0)
    }

    /// At each flush in turn, while calls are opened, answered and streamed.
    @Test(arguments: 1...30)
    func aTransportThatIsGoneWithinAFlushEndsEveryCallOnce(flush: Int) throws {
        for victim in [try Victim.server(), Victim.client()] {
            var flushes = 0
            victim.transport.whileFlushing = { [unowned victim] in
                flushes += 1
                if flushes == flush { victim.connection.close(Self.gone) }
            }
            if victim.server != nil { askServer(victim) } else { askClient(victim) }
            for _ in 0..<3 {
                _ = victim.transport.take(.max)
                victim.act { $0.connection.becameWritable() }
            }
            try ConnectionInvariants(victim.connection, "flush \(flush)").check()
            if let finding = victim.transport.finding { throw finding }
            victim.end()
            #expect(victim.calls?.running ?? 0 == 0)
            #expect(victim.server?.runningHandlers ?? 0 == 0)
        }
    }

    /// 40 unary calls and 3 that stream to the caller, in one read.
    private func askServer(_ victim: Victim) {
        victim.gate.open()
        victim.receive(FrameUnderTest.hello("").write)
        victim.receive { bytes in
            for call in 0..<43 as Range<UInt32> {
                let (method, message) =
                    call < 40 ? (FuzzService.echo, Self.small) : (FuzzService.expand, Self.large)
                bytes.writeFrame(
                    .open, flags: .lastMessage, streamID: 2 * call + 1,
                    meta: Open(method: method.path),
                    body: ByteBuffer(bytes: message.serialized()))
            }
        }
    }

    /// 40 unary calls and 3 that stream to the server, in one turn of the loop.
    private func askClient(_ victim: Victim) {
        victim.receive(FrameUnderTest.hello("").write)
        victim.act { victim in
            for call in 0..<43 {
                if call % 14 == 13 {
                    victim.calls?.collect(Self.large, CallOptions())
                } else {
                    victim.calls?.unary(FuzzService.echo, Self.small, CallOptions())
                }
            }
        }
    }

    /// All that is sent to a peer that goes on reading.
    private static func drain(_ victim: Victim) throws -> [Frame] {
        var all: [Frame] = []
        while true {
            let frames = try victim.sent()
            guard !frames.isEmpty else { return all }
            all += frames
            victim.act { $0.connection.becameWritable() }
        }
    }

    /// The bytes of messages on each stream.
    private static func sizes(of frames: [Frame]) -> [UInt32: Int] {
        frames.filter { $0.header.flags.contains(.message) }.reduce(into: [:]) {
            $0[$1.header.streamID, default: 0] += $1.body.readableBytes
        }
    }
}
