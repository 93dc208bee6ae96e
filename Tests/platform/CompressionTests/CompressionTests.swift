import NIOCore
import RollcallCompression
import RollcallRPC
import RollcallWire
import TestEcho
import TestSupport
import Testing

/// Messages in the zlib format, negotiated by HELLO and asked for by the call.
@Suite struct CompressionTests {
    private let options = CallOptions(compresses: true)

    @Test(arguments: Carrier.allCases)
    func aCallThatAsksForItIsCompressedBothWays(over carrier: Carrier) async throws {
        try await withZlibServer(over: carrier) { server in
            let message = EchoMessage(payload: Array(repeating: 0, count: 271_828))
            let answer = try await server.echo.echo(message, options: options)
            #expect(answer == message)
        }
    }

    @Test(arguments: Carrier.allCases)
    func streamsAreCompressedMessageByMessage(over carrier: Carrier) async throws {
        try await withZlibServer(over: carrier) { server in
            let chat = try await server.echo.chat(options: options)
            for size in [31415, 9, 2653, 58979] {
                let message = EchoMessage(payload: Array(repeating: 7, count: size))
                try await chat.send(message)
                #expect(try await chat.responses.next() == message)
            }
            chat.finishSending()
            #expect(try await chat.responses.next() == nil)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aReactorReadsThemDecompressed(over carrier: Carrier) async throws {
        try await withZlibServer(over: carrier) { server in
            let chat = try await server.echo.chat(options: options)
            try await chat.send(EchoMessage(text: "look"))
            let message = EchoMessage(payload: Array(repeating: 3, count: 271_828))
            try await chat.send(message)
            #expect(try await chat.responses.next() == message)
            chat.cancel()
        }
    }

    @Test func whatTheClientAsksForIsWhatCrossesTheWire() async throws {
        try await withZlibServer(over: .tcp) { server in
            let message = EchoMessage(payload: Array(repeating: 0, count: 100_000))
            for asks in [true, false] {
                let peer = try await RawPeer.connect(to: server.endpoint)
                peer.send { $0.writeHello(features: [Feature(id: 1, value: [1])]) }
                peer.send {
                    $0.writeCompressed(1, "Echo", message, responses: asks ? .zlib : .identity)
                }
                try await eventually { peer.status(of: 1) == .ok }
                // What does not fit into the CLOSE, or is compressed, comes before it.
                let parts = peer.frames.filter { $0.header.flags.contains(.message) }
                #expect(parts.first?.header.flags.contains(.compressed) == asks)
                #expect((parts.reduce(0) { $0 + $1.body.readableBytes } < 1000) == asks)
                peer.close()
            }
        }
    }

    @Test func aClientThatDoesNotTakeItGetsMessagesAsTheyAre() async throws {
        try await withZlibServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            let message = EchoMessage(payload: Array(repeating: 0, count: 5_000))
            peer.send { $0.writeCompressed(1, "Echo", message, responses: .zlib) }
            try await eventually { peer.status(of: 1) == .ok }
            let close = try #require(peer.frames(.close).first)
            #expect(!close.header.flags.contains(.compressed))
            #expect(try EchoMessage(serialized: close.body) == message)
        }
    }

    @Test func aBombEndsItsCallAndTheNextOneWorks() async throws {
        try await withZlibServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            // 48 KB that become 50 MB.
            let bomb = try Zlib.compressed(ByteBuffer(repeating: 0, count: 50_000_000))
            #expect(bomb.readableBytes < 50_000)
            for (id, method) in [(1, "Echo"), (3, "Collect")] as [(UInt32, String)] {
                peer.send { $0.writeCompressed(id, method, bytes: bomb) }
                try await eventually { peer.status(of: id) == .resourceExhausted }
            }
            peer.send { $0.writeOpen(5) }
            try await eventually { peer.status(of: 5) == .ok }
        }
    }

    /// The limit is that of the RPC, which is far below that of the connection.
    @Test(arguments: [(4096, StatusCode.notFound), (4097, .resourceExhausted)])
    func aRequestGrowsToTheLimitOfItsRPC(size: Int, ends status: StatusCode) async throws {
        #expect(EchoServiceMethods.fail.maximumRequestSize == 4096)
        try await withZlibServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            var message = EchoMessage(number: Int64(StatusCode.notFound.rawValue))
            message.payload = Array(repeating: 0, count: size - message.serializedSize - 3)
            #expect(message.serializedSize == size)
            peer.send { [message] in
                $0.writeCompressed(1, "Fail", message, responses: .identity)
            }
            try await eventually { peer.status(of: 1) == status }
            peer.close()
        }
    }

    @Test func requestsThatGrowAreBoundedTogether() async throws {
        try await withZlibServer(
            over: .tcp, configure: { $0.connection.maximumAssembling = 10_000_000 }
        ) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            let message = EchoMessage(payload: Array(repeating: 0, count: 4_000_000))
            for id in [1, 3, 5] as [UInt32] {
                peer.send { $0.writeCompressed(id, "Sleep", message, responses: .identity) }
            }
            try await eventually { peer.status(of: 5) == .unavailable }
            #expect(peer.status(of: 1) == nil && peer.status(of: 3) == nil)
        }
    }

    /// It is malformed, which is seen only when it is decompressed.
    @Test func theRequestOfACallerWithoutAccessIsNotDecompressed() async throws {
        try await withZlibServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            peer.send { $0.writeCompressed(1, "ForUsers", bytes: ByteBuffer(bytes: [1, 2, 3])) }
            try await eventually { peer.status(of: 1) == .unauthenticated }
            peer.close()
        }
    }

    @Test func whatARequestHasGrownToIsCountedUntilItsHandlerHasEnded() async throws {
        try await withLoadServer(configure: { $0.connection.compression = Zlib.self }) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            let message = EchoMessage(payload: Array(repeating: 0, count: 3_000_000))
            peer.send { $0.writeCompressed(1, "Hold", message, responses: .identity) }
            try await eventually { server.server.usage.memory > 3_000_000 }
            peer.send { bytes in
                bytes.writeFrame(.cancel, streamID: 1, meta: Cancel(status: 1))
                bytes.writeFrame(.ping, body: UInt64(1))
            }
            try await eventually { !peer.frames(.ping).isEmpty }
            #expect(server.server.usage.memory > 3_000_000)
            server.handlers.release()
            try await eventually { server.server.usage.memory == 0 }
            peer.close()
        }
    }

    @Test func onALaterPartItSaysNothing() async throws {
        try await withZlibServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            let message = EchoMessage(text: "as it is").serialized()
            peer.send { bytes in
                bytes.writeHello()
                bytes.writeOpen(1, flags: [])
                bytes.writeRaw(
                    3, flags: [.message, .more], id: 1, length: 2, bytes: Array(message.prefix(2)))
                bytes.writeRaw(
                    3, flags: [.message, .end, .compressed], id: 1, length: message.count - 2,
                    bytes: Array(message.dropFirst(2)))
            }
            try await eventually { peer.status(of: 1) == .ok }
            #expect(peer.frames(.close).first?.body == ByteBuffer(bytes: message))
        }
    }

    @Test(arguments: [[], [0x78], [0x78, 0x9C, 0xFF, 0xFF], [1, 2, 3]] as [[UInt8]])
    func whatIsNotZlibIsAnInvalidArgument(bytes: [UInt8]) async throws {
        try await withZlibServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            peer.send { $0.writeCompressed(1, bytes: ByteBuffer(bytes: bytes)) }
            try await eventually { peer.status(of: 1) == .invalidArgument }
        }
    }

    /// Neither of the two says in HELLO that it takes compressed messages.
    @Test func whereItIsNotInstalledNothingIsCompressed() async throws {
        try await withEchoServer(over: .tcp) { server in
            let message = EchoMessage(payload: Array(repeating: 0, count: 5_000))
            #expect(try await server.echo.echo(message, options: options) == message)
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello(features: [Feature(id: 1, value: [1])]) }
            peer.send { $0.writeCompressed(1, "Echo", message, responses: .zlib) }
            try await eventually { peer.status(of: 1) == .invalidArgument }
            let hello = try #require(peer.frames(.hello).first)
            #expect(try Hello(serialized: hello.meta).features == [])
            peer.close()
        }
    }
}

/// A server and a client that both compress.
private func withZlibServer(
    over carrier: Carrier, configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (EchoServer) async throws -> Void
) async throws {
    try await withEchoServer(
        over: carrier,
        configure: {
            $0.connection.compression = Zlib.self
            configure(&$0)
        }, configureClient: { $0.compression = Zlib.self }, body)
}

extension ByteBuffer {
    fileprivate mutating func writeHello(features: [Feature]) {
        writeFrame(.hello, meta: Hello(minVersion: 1, maxVersion: 1, features: features))
    }

    fileprivate mutating func writeCompressed(
        _ id: UInt32, _ method: String, _ message: EchoMessage, responses: Compression
    ) {
        let bytes = (try? Zlib.compressed(ByteBuffer(bytes: message.serialized()))) ?? ByteBuffer()
        writeCompressed(id, method, bytes: bytes, responses: responses)
    }

    fileprivate mutating func writeCompressed(
        _ id: UInt32, _ method: String = "Echo", bytes: ByteBuffer,
        responses: Compression = .identity
    ) {
        let open = Open(
            method: "rollcall.test.v1.EchoService/\(method)", responseCompression: responses)
        let flags: FrameFlags = [.message, .end, .compressed]
        writeFrame(.open, flags: flags, streamID: id, meta: open, body: bytes)
    }
}
