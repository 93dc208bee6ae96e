import NIOCore
import RollcallRPC
import RollcallWire
import TestEcho
import TestServers
import TestSupport
import Testing

/// The size of requests that an RPC says in the contract.
@Suite struct RequestSizeTests {
    private static let limit = 1000

    private static func method(
        _ name: String, _ kind: MethodKind, limit: Int = limit
    ) -> Method<EchoMessage, EchoMessage> {
        Method(
            service: "rollcall.test.v1.EchoService", name: name, kind: kind, access: .anyone,
            maximumRequestSize: limit)
    }

    /// Handlers that count the requests that reach them.
    private static func addRoutes(_ router: inout Router, _ count: Count) {
        router.unary(method("Echo", .unary)) { request, _ in
            _ = count.next()
            return request
        }
        router.serverStreaming(method("Expand", .serverStreaming)) { request, responses, _ in
            _ = count.next()
            try await responses.send(request)
        }
        router.clientStreaming(method("Collect", .clientStreaming)) { requests, _ in
            for try await _ in requests { _ = count.next() }
            return EchoMessage()
        }
        router.bidirectional(method("Chat", .bidirectional)) { requests, responses, _ in
            for try await request in requests {
                _ = count.next()
                try await responses.send(request)
            }
        }
    }

    private static let methods = ["Echo", "Expand", "Collect", "Chat"]

    private func withPeer(
        _ body: (RawPeer, Count) async throws -> Void
    ) async throws {
        let count = Count()
        let running = try await RunningServer.start { Self.addRoutes(&$0, count) }
        let peer = try await RawPeer.connect(to: running.endpoint)
        peer.send { $0.writeHello() }
        try await body(peer, count)
        peer.close()
        await running.server.drain()
    }

    /// Bytes that are no message: they are refused as malformed once somebody decodes them.
    private static func noMessage(size: Int) -> [UInt8] { Array(repeating: 0xFF, count: size) }

    @Test(arguments: methods)
    func aByteMoreIsRefusedBeforeAnythingIsDecoded(_ name: String) async throws {
        try await withPeer { peer, count in
            for (id, size) in [(1, Self.limit), (3, Self.limit + 1)] as [(UInt32, Int)] {
                peer.send { bytes in
                    bytes.writeOpen(id, name, flags: [])
                    bytes.writeRaw(
                        FrameType.data.rawValue, flags: [.message, .end], id: id, length: size,
                        bytes: Self.noMessage(size: size))
                }
                try await eventually { peer.status(of: id) != nil }
            }
            #expect(peer.status(of: 1) == .invalidArgument)
            #expect(peer.status(of: 3) == .resourceExhausted)
            let close = try #require(peer.frames(.close).last)
            #expect(try Close(serialized: close.meta).message.contains("1000 bytes"))
            #expect(count.value == 0)
        }
    }

    @Test func aWholeRequestInTheOPENIsRefusedByItsLength() async throws {
        try await withPeer { peer, _ in
            peer.send { bytes in
                bytes.writeFrame(
                    .open, flags: [.message, .end], streamID: 1,
                    meta: Open(method: "rollcall.test.v1.EchoService/Echo"),
                    body: ByteBuffer(bytes: Self.noMessage(size: Self.limit + 1)))
            }
            try await eventually { peer.status(of: 1) == .resourceExhausted }
        }
    }

    @Test(arguments: methods)
    func partsAreRefusedAsSoonAsTheirSumIsTooLarge(_ name: String) async throws {
        try await withPeer { peer, count in
            peer.send { $0.writeOpen(1, name, flags: []) }
            for _ in 0..<3 {
                peer.send { bytes in
                    bytes.writeRaw(
                        FrameType.data.rawValue, flags: [.message, .more], id: 1, length: 400,
                        bytes: Self.noMessage(size: 400))
                }
            }
            // The end of the message never comes.
            try await eventually { peer.status(of: 1) == .resourceExhausted }
            #expect(count.value == 0)
            // What still comes for the call is ignored, and the credit comes back: it is more than
            // a window.
            for id in stride(from: 3 as UInt32, to: 33, by: 2) {
                peer.send { bytes in
                    for _ in 0..<1000 {
                        bytes.writeRaw(
                            FrameType.data.rawValue, flags: [.message, .more], id: 1, length: 400,
                            bytes: Self.noMessage(size: 400))
                    }
                    bytes.writeOpen(id, "Echo")
                }
                try await eventually { peer.status(of: id) == .ok }
            }
        }
    }

    @Test func eachMessageOfAStreamHasTheLimitAndNotTheirSum() async throws {
        try await withPeer { peer, count in
            peer.send { $0.writeOpen(1, "Collect", flags: []) }
            let message = EchoMessage(payload: pattern(900)).serialized()
            for _ in 0..<20 {
                peer.send { bytes in
                    bytes.writeRaw(
                        FrameType.data.rawValue, flags: [.message], id: 1, length: message.count,
                        bytes: message)
                }
            }
            try await eventually { count.value == 20 }
            peer.send { bytes in
                bytes.writeRaw(
                    FrameType.data.rawValue, flags: [.message], id: 1, length: Self.limit + 1,
                    bytes: Self.noMessage(size: Self.limit + 1))
            }
            try await eventually { peer.status(of: 1) == .resourceExhausted }
            #expect(count.value == 20)
        }
    }

    @Test(arguments: Carrier.allCases, [1000, 90_000, 3_000_000])
    func aClientThatSendsMoreHearsOfTheLimit(over carrier: Carrier, size: Int) async throws {
        let count = Count()
        let addRoutes = { (router: inout Router) in Self.addRoutes(&router, count) }
        try await withServer(over: carrier, addRoutes) { client, _ in
            let (message, options) = (EchoMessage(payload: pattern(size)), CallOptions())
            let errors = [
                try await failure {
                    _ = try await client.unary(Self.method("Echo", .unary), message, options)
                },
                try await failure {
                    let method = Self.method("Expand", .serverStreaming)
                    _ = try await client.serverStreaming(method, message, options).next()
                },
                try await failure {
                    let method = Self.method("Collect", .clientStreaming)
                    let call = try await client.clientStreaming(method, options)
                    try? await call.send(message)
                    _ = try await call.finish()
                },
                try await failure {
                    let method = Self.method("Chat", .bidirectional)
                    let call = try await client.bidirectional(method, options)
                    try? await call.send(message)
                    _ = try await call.responses.next()
                },
            ]
            for error in errors {
                #expect(error.code == .resourceExhausted)
                #expect(error.message == "a message is over the limit of 1000 bytes")
                #expect(!error.wasNotProcessed)
            }
            #expect(count.value == 0)
            let small = EchoMessage(payload: pattern(900))
            #expect(try await client.unary(Self.method("Echo", .unary), small, options) == small)
        }
    }
}
