import NIOCore
import RollcallWire
import TestEcho
import TestSupport
import Testing

@testable import RollcallRPC

/// Calls of which the server has the beginning only: they hold no slot.
@Suite struct PendingCallTests {
    @Test(arguments: [FrameFlags(), [.message, .more], .message])
    func callsWithoutTheirWholeRequestHoldNoSlot(_ flags: FrameFlags) async throws {
        try await withLoadServer(configure: {
            $0.admission.maximumHandlers = 16
            $0.admission.maximumStreamingHandlers = 16
        }) { server in
            var strangers: [RawPeer] = []
            for _ in 0..<10 {
                let peer = try await RawPeer.greeting(server.endpoint)
                peer.send { bytes in
                    for index in 0..<256 {
                        let rpc = index % 2 == 0 ? "Hold" : "HoldWatch"
                        bytes.writeOpen(
                            UInt32(2 * index + 1), rpc, message: EchoMessage(text: "half"),
                            flags: flags)
                    }
                    bytes.writeFrame(.ping, body: UInt64(1))
                }
                try await eventually { !peer.frames(.ping).isEmpty }
                strangers.append(peer)
            }
            #expect(server.handlers.running == 0)
            let other = try await RawPeer.greeting(server.endpoint)
            other.send { bytes in
                bytes.writeOpen(1, "Burn")
                bytes.writeOpen(3, "Pause", message: EchoMessage(number: 1))
            }
            try await eventually { other.frames(.close).count == 2 }
            #expect(other.status(of: 1) == .ok && other.status(of: 3) == .ok)
            for peer in strangers {
                #expect(peer.frames(.close).isEmpty)
                peer.close()
            }
            other.close()
            try await eventually { server.server.usage.memory == 0 }
        }
    }

    @Test(arguments: ["Echo", "Expand"])
    func aCallIsHandledOnceItsEndIsThere(_ rpc: String) async throws {
        try await withEchoServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { bytes in
                bytes.writeHello()
                bytes.writeOpen(1, rpc, flags: [])
                bytes.writeRaw(FrameType.data.rawValue, flags: .message, id: 1, length: 0)
                bytes.writeFrame(.ping, body: UInt64(1))
            }
            try await eventually { !peer.frames(.ping).isEmpty }
            #expect(peer.frames(.close).isEmpty)
            peer.send { $0.writeRaw(FrameType.data.rawValue, flags: .end, id: 1, length: 0) }
            try await eventually { peer.status(of: 1) == .ok }
            peer.close()
        }
    }

    @Test(arguments: ["Echo", "Expand"], [0, 2])
    func aCallThatTakesOneRequestHasExactlyOne(_ rpc: String, _ count: Int) async throws {
        try await withEchoServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { bytes in
                bytes.writeHello()
                bytes.writeOpen(1, rpc, flags: [])
                for _ in 0..<count {
                    bytes.writeRaw(FrameType.data.rawValue, flags: .message, id: 1, length: 0)
                }
                bytes.writeRaw(FrameType.data.rawValue, flags: .end, id: 1, length: 0)
                bytes.writeOpen(3)
            }
            try await eventually { peer.status(of: 3) == .ok }
            #expect(peer.status(of: 1) == .invalidArgument)
            peer.close()
        }
    }

    @Test func aStrangersStreamHasAShortTimeForItsFirstMessage() async throws {
        try await withLoadServer(configure: {
            $0.connection.firstMessageTimeout = .milliseconds(100)
        }) { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            peer.send { bytes in
                bytes.writeOpen(1, "HoldUpload", flags: [])
                bytes.writeOpen(3, "HoldUpload", flags: .message)
                bytes.writeOpen(5, "HoldUpload", flags: .end)
            }
            try await eventually { peer.status(of: 1) == .deadlineExceeded }
            #expect(server.handlers.begun("HoldUpload") == 2)
            peer.close()
        }
    }

    @Test func strangersHaveFewStreamsWithoutAMessageAtATime() async throws {
        try await withLoadServer(configure: { $0.connection.maximumAwaitedStreams = 3 }) { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            peer.send {
                for id in [1, 3, 5, 7] { $0.writeOpen(UInt32(id), "HoldUpload", flags: []) }
            }
            try await eventually { peer.isRefused(7) }
            #expect(peer.frames(.close).count == 1 && server.handlers.running == 0)
            peer.send { bytes in
                bytes.writeRaw(FrameType.data.rawValue, flags: .message, id: 1, length: 0)
                bytes.writeFrame(.cancel, streamID: 3, meta: Cancel(status: 1))
                bytes.writeOpen(9, "HoldUpload", flags: [])
                bytes.writeOpen(11, "HoldUpload", flags: [])
                bytes.writeOpen(13, "HoldUpload", flags: [])
            }
            try await eventually { peer.isRefused(13) }
            #expect(peer.frames(.close).count == 2 && server.handlers.running == 1)
            peer.close()
        }
    }

    @Test func aStreamWhoseCallerMustBeKnownIsRefusedBeforeItsFirstMessage() async throws {
        try await withLoadServer { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            peer.send { $0.writeOpen(1, "HoldUploadForUsers", flags: []) }
            try await eventually { peer.status(of: 1) == .unauthenticated }
            #expect(server.server.usage.handlers == 0)
            peer.close()
        }
    }

    /// What a call keeps of its OPEN counts as memory of its connection.
    @Test func idleCallsWithMuchMetadataAreCounted() async throws {
        try await withLoadServer { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            let long = [("note", String(repeating: "x", count: 10_000))]
            peer.send { bytes in
                for index in 0..<100 {
                    bytes.writeOpen(UInt32(2 * index + 1), "Hold", flags: [], metadata: long)
                }
            }
            try await eventually { server.server.usage.memory > 1_000_000 }
            peer.close()
            try await eventually { server.server.usage.memory == 0 }
        }
    }
}
