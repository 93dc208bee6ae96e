import NIOCore
import RollcallWire
import TestEcho
import TestSupport
import Testing

@testable import RollcallRPC

/// What a server counts as memory of a call.
@Suite struct CallMemoryTests {
    /// Makes eight calls of 60,000 bytes, and cancels them.
    @Test func aRequestCountsUntilItsHandlerHasEnded() async throws {
        try await withLoadServer { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            peer.sendRequests("Hold")
            try await eventually { server.handlers.running == 8 }
            try await eventually { server.server.usage.memory > 480_000 }
            peer.send { bytes in
                for index in 0..<8 {
                    bytes.writeFrame(
                        .cancel, streamID: UInt32(2 * index + 1), meta: Cancel(status: 1))
                }
                bytes.writeFrame(.ping, body: UInt64(1))
            }
            try await eventually { !peer.frames(.ping).isEmpty }
            #expect(server.server.usage.memory > 480_000)
            peer.close()
            try await eventually { server.server.connectionCount == 0 }
            #expect(server.handlers.running == 8 && server.server.usage.memory > 480_000)
            server.handlers.release()
            try await eventually { server.server.usage.memory == 0 }
        }
    }

    /// Whether it comes in one frame or in several.
    @Test(arguments: [true, false])
    func aRequestCountsWhileItsCallerIsFoundOut(isWhole: Bool) async throws {
        let gate = Gate()
        try await withLoadServer(authenticator: gate) { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            peer.sendRequests("HoldForUsers", isWhole: isWhole)
            try await eventually { gate.waiting == 8 }
            try await eventually { server.server.usage.memory > 480_000 }
            server.handlers.release()
            gate.open()
            try await eventually { peer.frames(.close).count == 8 }
            peer.send { $0.writeFrame(.ping, body: UInt64(1)) }
            try await eventually { server.server.usage.memory == 0 }
            peer.close()
        }
    }
}

extension RawPeer {
    /// Makes eight calls of a user, with requests of 60,000 bytes.
    fileprivate func sendRequests(_ rpc: String, isWhole: Bool = true) {
        let message = EchoMessage(payload: Array(repeating: 7, count: 60_000))
        let user = [("caller", "user")]
        for id in stride(from: UInt32(1), to: 16, by: 2) {
            send { bytes in
                guard !isWhole else {
                    return bytes.writeOpen(id, rpc, message: message, metadata: user)
                }
                bytes.writeOpen(id, rpc, message: message, flags: .message, metadata: user)
                bytes.writeRaw(FrameType.data.rawValue, flags: .end, id: id, length: 0)
            }
        }
    }
}
