import NIOCore
import RollcallRPC
import RollcallWire
import TestEcho
import TestSupport
import Testing

/// What a hostile or broken client sends, and that it ends in a typed error or a closed connection
/// while others go on.
///
/// One after the other: some keep an event loop busy, which others are timed on.
@Suite(.serialized) struct HostileBytesTests {
    /// Runs a hostile peer against a server and checks that another client is served all along.
    private func attack(
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ body: (RawPeer, EchoServer) async throws -> Void
    ) async throws {
        try await withEchoServer(over: .tcp, configure: configure) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            try await body(peer, server)
            #expect(try await server.echo.echo(EchoMessage(number: 5)).number == 5)
            peer.close()
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}", "\u{7F}\u{7F}\u{7F}",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ])
    func anotherProtocolIsClosedAtOnce(_ greeting: String) async throws {
        try await attack { peer, _ in
            peer.send(ByteBuffer(string: greeting))
            try await eventually { peer.isClosed }
            #expect(peer.goAway == .invalidArgument)
        }
    }

    @Test func aCallBeforeHelloEndsTheConnection() async throws {
        try await attack { peer, _ in
            peer.send { $0.writeOpen(1) }
            try await eventually { peer.isClosed }
            #expect(peer.goAway == .failedPrecondition)
        }
    }

    @Test func noHelloInTimeEndsTheConnection() async throws {
        try await attack(configure: { $0.connection.helloTimeout = .milliseconds(50) }) { peer, _ in
            try await eventually { peer.isClosed }
            #expect(peer.goAway == .deadlineExceeded)
        }
    }

    @Test func aFrameThatDoesNotArriveWholeEndsTheConnection() async throws {
        try await attack(configure: { $0.connection.frameTimeout = .milliseconds(50) }) { peer, _ in
            peer.send { $0.writeHello() }
            peer.send { $0.writeRaw(2, id: 1, meta: 10, length: 100, bytes: [1, 2, 3]) }
            try await eventually { peer.isClosed }
            #expect(peer.goAway == .deadlineExceeded)
        }
    }

    @Test func aVersionThatIsNotSpokenEndsTheConnection() async throws {
        try await attack { peer, _ in
            peer.send { $0.writeFrame(.hello, meta: Hello(minVersion: 2, maxVersion: 9)) }
            try await eventually { peer.isClosed }
            #expect(peer.goAway == .failedPrecondition)
        }
    }

    /// Frames that break the rules of the connection, each after HELLO.
    static let fatal: [(name: String, write: @Sendable (inout ByteBuffer) -> Void)] = [
        ("a second HELLO", { $0.writeHello() }),
        ("an even stream id", { $0.writeOpen(2) }),
        (
            "a lower stream id",
            {
                $0.writeOpen(3); $0.writeOpen(1)
            }
        ),
        (
            "a stream id used again",
            {
                $0.writeOpen(1); $0.writeOpen(1)
            }
        ),
        ("DATA on an idle stream", { $0.writeRaw(3, flags: .end, id: 7, length: 0) }),
        ("CANCEL on an idle stream", { $0.writeFrame(.cancel, streamID: 7, meta: Cancel()) }),
        ("WINDOW on an idle stream", { $0.writeFrame(.window, streamID: 7, body: UInt32(1)) }),
        ("WINDOW of 0", { $0.writeFrame(.window, body: UInt32(0)) }),
        ("WINDOW of the wrong size", { $0.writeFrame(.window, body: UInt64(1)) }),
        ("a window over the maximum", { $0.writeFrame(.window, body: UInt32(Int32.max)) }),
        ("PING of the wrong size", { $0.writeFrame(.ping, body: UInt32(1)) }),
        ("PING on a stream", { $0.writeFrame(.ping, streamID: 1, body: UInt64(1)) }),
        ("CLOSE from a client", { $0.writeFrame(.close, streamID: 1, meta: Close()) }),
        ("an unknown type", { $0.writeRaw(99, length: 0) }),
        ("a body that is no message", { $0.writeRaw(2, id: 1, length: 1, bytes: [1]) }),
        (
            "meta that is not protobuf",
            {
                $0.writeRaw(2, id: 1, meta: 3, length: 3, bytes: [0xFF, 0xFF, 0xFF])
            }
        ),
        (
            "invalid UTF-8 in a method",
            {
                $0.writeRaw(2, id: 1, meta: 4, length: 4, bytes: [0x0A, 2, 0xC3, 0x28])
            }
        ),
        (
            "NUL in a method",
            {
                $0.writeRaw(2, id: 1, meta: 5, length: 5, bytes: [0x0A, 3, 0x61, 0, 0x62])
            }
        ),
        ("meta longer than the payload", { $0.writeRaw(2, id: 1, meta: 9, length: 3) }),
        ("meta over its limit", { $0.writeRaw(2, id: 1, meta: 16_385, length: 16_385) }),
        ("a payload over its limit", { $0.writeRaw(2, id: 1, length: 0xFF_FFFF) }),
        ("a reserved byte", { $0.writeBytes([0, 0, 0, 7, 0, 1, 0, 0, 0, 0, 0, 0]) }),
        ("the reserved flag", { $0.writeRaw(3, flags: [.message, .reserved], id: 1, length: 0) }),
    ]

    @Test(arguments: fatal.indices)
    func aFrameAgainstTheRulesEndsTheConnection(_ index: Int) async throws {
        try await attack { peer, _ in
            peer.send { $0.writeHello() }
            peer.send { Self.fatal[index].write(&$0) }
            try await eventually { peer.isClosed }
            #expect(peer.goAway != nil, "\(Self.fatal[index].name)")
            #expect(peer.goAway != .ok && peer.goAway != .internal)
        }
    }

    @Test func anUnknownFrameThatIsIgnorableIsSkipped() async throws {
        try await attack { peer, _ in
            peer.send { $0.writeHello() }
            peer.send { $0.writeRaw(99, flags: .ignorable, id: 4, length: 3, bytes: [1, 2, 3]) }
            peer.send { $0.writeOpen(1, message: EchoMessage(number: 1)) }
            try await eventually { peer.status(of: 1) == .ok }
        }
    }

    @Test func everySplitOfACallIsUnderstood() async throws {
        var call = ByteBuffer()
        call.writeHello()
        call.writeOpen(1, message: EchoMessage(payload: pattern(40), number: 9))
        let bytes = Array(call.readableBytesView)
        try await withEchoServer(over: .tcp) { server in
            for split in 1..<bytes.count {
                let peer = try await RawPeer.connect(to: server.endpoint)
                peer.send(ByteBuffer(bytes: bytes[..<split]))
                await Task.yield()
                peer.send(ByteBuffer(bytes: bytes[split...]))
                try await eventually { peer.status(of: 1) == .ok }
                peer.close()
            }
        }
    }

    @Test func aMessageInOneByteFragmentsCostsItsCreditAndArrives() async throws {
        try await attack { peer, _ in
            peer.send { $0.writeHello() }
            let message = EchoMessage(payload: pattern(3000), number: 1).serialized()
            peer.send { bytes in
                bytes.writeOpen(1, flags: [])
                for (index, byte) in message.enumerated() {
                    let isLast = index == message.count - 1
                    let flags: FrameFlags = isLast ? [.message, .end] : [.message, .more]
                    bytes.writeRaw(3, flags: flags, id: 1, length: 1, bytes: [byte])
                }
            }
            try await eventually { peer.status(of: 1) == .ok }
        }
    }

    @Test func moreThanTheWindowEndsTheConnection() async throws {
        try await attack(configure: { $0.connection.connectionWindow = 0 }) { peer, _ in
            peer.send { $0.writeHello() }
            // The handler answers, and nobody grants it credit to answer with: it stops reading.
            peer.send { bytes in
                bytes.writeOpen(1, "Chat", flags: [])
                for _ in 0..<40 {
                    bytes.writeRaw(
                        3, flags: .message, id: 1, length: 60_000,
                        bytes: EchoMessage(payload: pattern(59_996)).serialized())
                }
            }
            try await eventually { peer.isClosed }
            #expect(peer.goAway == .resourceExhausted)
        }
    }

    @Test func aMessageWithoutAnEndBreaksItsStreamOnly() async throws {
        try await attack { peer, _ in
            peer.send { $0.writeHello() }
            peer.send { $0.writeOpen(1, "Collect", flags: [.message, .more]) }
            peer.send { $0.writeRaw(3, flags: .end, id: 1, length: 0) }
            try await eventually { peer.status(of: 1) == .invalidArgument }
            peer.send { $0.writeOpen(3) }
            try await eventually { peer.status(of: 3) == .ok }
        }
    }

    @Test func aMessageAfterTheEndBreaksItsStreamOnly() async throws {
        try await attack { peer, _ in
            peer.send { $0.writeHello() }
            peer.send { $0.writeOpen(1, "Sleep") }
            peer.send { $0.writeRaw(3, flags: .message, id: 1, length: 0) }
            try await eventually { peer.status(of: 1) == .invalidArgument }
            peer.send { $0.writeOpen(3) }
            try await eventually { peer.status(of: 3) == .ok }
        }
    }

    @Test func aRequestThatIsNotTheMessageIsAnInvalidArgument() async throws {
        try await attack { peer, _ in
            peer.send { $0.writeHello() }
            let open = Open(method: "rollcall.test.v1.EchoService/Echo")
            peer.send {
                $0.writeFrame(
                    .open, flags: [.message, .end], streamID: 1, meta: open,
                    body: ByteBuffer(bytes: [0x1A, 2, 0xC3, 0x28]))
            }
            try await eventually { peer.status(of: 1) == .invalidArgument }
        }
    }

    @Test func cancelsByTheThousandEndTheConnectionAndNeverOutrunTheSlots() async throws {
        try await attack { peer, server in
            peer.send { bytes in
                bytes.writeHello()
                for call in 0..<1000 as Range<UInt32> {
                    bytes.writeOpen(call * 2 + 1, "Sleep")
                    bytes.writeFrame(.cancel, streamID: call * 2 + 1, meta: Cancel(status: 1))
                }
            }
            try await eventually { peer.isClosed }
            #expect(peer.goAway == .resourceExhausted)
            #expect(server.handler.sleepers.withLock { $0.begun } <= 256)
        }
    }

    @Test func callsBeyondTheSlotsAreRefusedAndTheConnectionLives() async throws {
        try await attack(configure: { $0.connection.maximumStreams = 100 }) { peer, _ in
            peer.send { bytes in
                bytes.writeHello()
                for call in 0..<150 as Range<UInt32> { bytes.writeOpen(call * 2 + 1, "Sleep") }
            }
            try await eventually { peer.frames(.close).count == 50 }
            #expect(peer.frames(.close).allSatisfy { $0.header.flags.contains(.refused) })
            #expect(peer.status(of: 299) == .unavailable)
            #expect(!peer.isClosed)
        }
    }

    @Test func pingsThatNobodyReadsTheAnswersOfEndTheConnection() async throws {
        try await attack { peer, server in
            try await peer.stopReading()
            var pings = ByteBuffer()
            for number in 0..<100_000 as Range<UInt64> { pings.writeFrame(.ping, body: number) }
            peer.send { $0.writeHello() }
            for _ in 0..<20 { peer.send(pings) }
            // (The system itself gives such a peer up after half a minute.)
            try await eventually(within: .seconds(20)) { server.server.connectionCount == 0 }
        }
    }

    @Test func bytesThatTrickleInKeepTheConnectionAsLongAsFramesComplete() async throws {
        try await attack(configure: { $0.connection.frameTimeout = .milliseconds(300) }) {
            peer, _ in
            // Each piece ends inside a frame: no read ever leaves the server with nothing begun.
            var bytes = ByteBuffer()
            bytes.writeHello()
            bytes.writeOpen(1, "Collect", flags: [])
            let message = EchoMessage(payload: pattern(50)).serialized()
            for _ in 0..<100 {
                bytes.writeRaw(
                    3, flags: .message, id: 1, length: message.count, bytes: message)
            }
            bytes.writeRaw(3, flags: .end, id: 1, length: 0)
            while let piece = bytes.readSlice(length: min(331, bytes.readableBytes)),
                piece.readableBytes > 0
            {
                peer.send(piece)
                // A peer that sends by drops.
                try await elapse(.milliseconds(50))
            }
            try await eventually { peer.status(of: 1) == .ok }
        }
    }

    @Test func refusalsThatNobodyReadsEndTheConnection() async throws {
        try await attack { peer, server in
            try await peer.stopReading()
            peer.send { $0.writeHello() }
            var next: UInt32 = 1
            let open = Open(
                method: "rollcall.test.v1.EchoService/Echo",
                metadata: [MetadataEntry(key: "BAD", value: "x")])
            for _ in 0..<40 {
                peer.send { bytes in
                    for _ in 0..<2000 {
                        bytes.writeFrame(.open, streamID: next, meta: open)
                        next += 2
                    }
                }
            }
            // (The system itself gives such a peer up after half a minute.)
            try await eventually(within: .seconds(20)) { server.server.connectionCount == 0 }
        }
    }

    @Test func deadlinesOfAnySizeAreTaken() async throws {
        try await attack { peer, _ in
            peer.send { $0.writeHello() }
            for (index, timeout) in [1, UInt64.max, UInt64(Int64.max), 1 << 62].enumerated() {
                peer.send { $0.writeOpen(UInt32(index * 2 + 1), timeout: timeout) }
            }
            for id in [3, 5, 7] as [UInt32] { try await eventually { peer.status(of: id) == .ok } }
            try await eventually { peer.status(of: 1) != nil }
        }
    }

    @Test func randomFramesNeverStopTheServer() async throws {
        var generator = SystemRandomNumberGenerator()
        try await withEchoServer(over: .tcp) { server in
            for _ in 0..<300 {
                let peer = try await RawPeer.connect(to: server.endpoint)
                peer.send { bytes in
                    bytes.writeHello()
                    for _ in 0..<20 { bytes.writeRandomFrame(using: &generator) }
                }
                peer.close()
            }
            #expect(try await server.echo.echo(EchoMessage(number: 5)).number == 5)
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func writeRandomFrame(using generator: inout some RandomNumberGenerator) {
        let id = UInt32.random(in: 0...9, using: &generator)
        switch Int.random(in: 0...4, using: &generator) {
        case 0: writeOpen(id, ["Chat", "Collect", "Echo", "Sleep"][Int(id % 4)], flags: [])
        case 1: writeOpen(id, "Expand", message: EchoMessage(number: 3))
        default:
            let length = Int.random(in: 0...30, using: &generator)
            writeRaw(
                UInt8.random(in: 0...9, using: &generator),
                flags: FrameFlags(rawValue: .random(in: 0...255, using: &generator))
                    .subtracting(.reserved),
                id: id,
                meta: Int.random(in: 0...length, using: &generator), length: length,
                bytes: (0..<length).map { _ in .random(in: 0...20, using: &generator) })
        }
    }
}
