import NIOCore
import RollcallWire
import TestEcho
import TestSupport
import Testing

@testable import RollcallRPC

/// Whatever there is too much of, a caller is told so in one form, with the details of the API.
@Suite struct OverloadFormTests {
    /// Says what it was told, as the API would in its own words.
    private static let details = AnswerDetails { cause, message in
        switch cause {
        case .overload(let pause): [ErrorDetail(EchoMessage(number: Int64(pause), text: message))]
        case .malformedField(let field): [ErrorDetail(EchoMessage(text: field))]
        }
    }

    private func expectForm(
        _ peer: RawPeer, _ id: UInt32, isRefused: Bool = true, _ comment: Comment
    ) async throws {
        try await eventually { peer.status(of: id) != nil }
        let frame = try #require(peer.frames(.close).first { $0.header.streamID == id })
        let close = try Close(serialized: frame.meta)
        #expect(close.status == StatusCode.unavailable.rawValue, comment)
        #expect(frame.header.flags.contains(.refused) == isRefused, comment)
        let pushback = close.trailers.first { $0.key == "retry-pushback-ms" }?.value
        let detail = try #require(close.details.first, comment)
        let told = try EchoMessage(serialized: detail.value)
        #expect(told.number > 0 && pushback == "\(told.number)", comment)
        #expect(told.text == close.message, comment)
    }

    private func withLoad(
        _ comment: Comment, _ configure: (inout ServerConfiguration) -> Void,
        _ body: (LoadServer, RawPeer) async throws -> UInt32
    ) async throws {
        try await withLoadServer(configure: {
            configure(&$0)
            $0.details = Self.details
        }) { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            let id = try await body(server, peer)
            try await expectForm(peer, id, comment)
            server.handlers.release()
            peer.close()
        }
    }

    @Test func everyLimitOfRunningCallsAnswersAlike() async throws {
        try await withLoad("handlers", { $0.admission.maximumHandlers = 4 }) { server, peer in
            peer.send { for id in [1, 3, 5, 7] { $0.writeOpen(UInt32(id), "Hold") } }
            try await eventually { server.server.usage.handlers == 4 }
            peer.send { $0.writeOpen(9, "Hold") }
            return 9
        }
        try await withLoad("one RPC", { $0.admission.maximumConcurrency = 8 }) { _, peer in
            peer.send { for id in 0...8 { $0.writeOpen(UInt32(2 * id + 1), "Hold") } }
            return 17
        }
        try await withLoad("one connection", { $0.connection.maximumStreams = 100 }) { _, peer in
            peer.send { for id in 0...100 { $0.writeOpen(UInt32(2 * id + 1), "Hold") } }
            return 201
        }
        // What waits behind the first is refused when its turn comes. All of it is read at once.
        try await withLoad("the queue", { $0.admission.maximumWaiting = 1 }) { _, peer in
            peer.send { bytes in
                for id in 0..<3 {
                    bytes.writeOpen(UInt32(2 * id + 1), "Burn", message: EchoMessage(number: 20))
                }
            }
            return 5
        }
    }

    @Test func aServerShortOfMemoryAnswersAlike() async throws {
        try await withLoad("memory", { $0.admission.maximumMemory = 1 << 20 }) { server, peer in
            let holding = try await RawPeer.greeting(server.endpoint)
            holding.send { bytes in
                for id in [1, 3, 5, 7, 9] as [UInt32] {
                    bytes.writeOpen(id, "HoldUpload", flags: [])
                    for _ in 0..<3 {
                        bytes.writeRaw(
                            FrameType.data.rawValue, flags: .message, id: id, length: 63_000,
                            bytes: [UInt8](repeating: 0, count: 63_000))
                    }
                }
            }
            try await eventually { server.server.usage.memory > 940_000 }
            peer.send { $0.writeOpen(1, "Burn") }
            return 1
        }
    }

    @Test func tooManyIncompleteMessagesAreAnsweredAlike() async throws {
        try await withEchoServer(
            over: .tcp,
            configure: {
                $0.connection.maximumAssembling = 10_000
                $0.details = Self.details
            }
        ) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { bytes in
                bytes.writeHello()
                bytes.writeOpen(1, "Collect", flags: [])
                bytes.writeRaw(
                    3, flags: [.message, .more], id: 1, length: 20_000,
                    bytes: [UInt8](repeating: 0, count: 20_000))
            }
            // A handler may have begun.
            try await expectForm(peer, 1, isRefused: false, "incomplete messages")
            peer.close()
        }
    }

    /// In the request of a call, whole or not, and in a message of a stream.
    @Test(arguments: ["Echo", "Collect", "Expand", "Chat"], [true, false])
    func aFieldThatIsNoTextIsNamed(_ method: String, isWhole: Bool) async throws {
        try await withEchoServer(over: .tcp, configure: { $0.details = Self.details }) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            let noTexts: [(UInt32, [UInt8])] = [(1, [0x1A, 2, 0xC3, 0x28]), (3, [0x1A, 1, 0])]
            for (id, bytes) in noTexts {
                let body = ByteBuffer(bytes: bytes)
                let open = Open(method: "rollcall.test.v1.EchoService/\(method)")
                peer.send { bytes in
                    if id == 1 { bytes.writeHello() }
                    guard !isWhole else {
                        return bytes.writeFrame(
                            .open, flags: .lastMessage, streamID: id, meta: open, body: body)
                    }
                    bytes.writeFrame(.open, streamID: id, meta: open)
                    bytes.writeRaw(
                        3, flags: .lastMessage, id: id, length: body.readableBytes,
                        bytes: Array(body.readableBytesView))
                }
                try await eventually { peer.status(of: id) == .invalidArgument }
                let frame = try #require(peer.frames(.close).first { $0.header.streamID == id })
                let detail = try #require(try Close(serialized: frame.meta).details.first)
                #expect(try EchoMessage(serialized: detail.value).text == "text")
            }
            peer.close()
        }
    }
}
