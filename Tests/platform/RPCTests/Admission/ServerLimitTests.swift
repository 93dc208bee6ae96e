import NIOCore
import RollcallWire
import Synchronization
import TestEcho
import TestSupport
import Testing

@testable import RollcallRPC

@Suite struct ServerLimitTests {
    @Test func rapidResetNeverRunsMoreHandlersThanAConnectionMayHave() async throws {
        try await withLoadServer(configure: { $0.connection.maximumStreams = 100 }) { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            let ids = (0..<150).map { UInt32(2 * $0 + 1) }
            peer.send { for id in ids.prefix(100) { $0.writeOpen(id, "Hold") } }
            try await eventually { server.handlers.running == 100 }
            peer.send { bytes in
                for id in ids {
                    if id > 199 { bytes.writeOpen(id, "Hold") }
                    bytes.writeFrame(.cancel, streamID: id, meta: Cancel(status: 1))
                }
            }
            try await eventually { peer.frames(.close).count == 50 }
            #expect(peer.frames(.close).allSatisfy { $0.header.flags.contains(.refused) })
            #expect(server.handlers.running == 100 && server.handlers.peak == 100)

            server.handlers.release()
            try await eventually { server.handlers.running == 0 }
            peer.send { $0.writeOpen(301, "Hold") }
            try await eventually { peer.status(of: 301) == .ok }
            #expect(server.server.usage.handlers == 0)
            peer.close()
        }
    }

    /// As a proxy does that hedges its calls.
    @Test func aPeerMayCancelAsManyCallsAsItLetsEndWell() async throws {
        try await withLoadServer { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            var ids = (0...).lazy.map { UInt32(2 * $0 + 1) }.makeIterator()
            for round in 1...5 {
                let (whole, cancelled) = (ids.next(100), ids.next(100))
                peer.send { bytes in for id in whole { bytes.writeOpen(id, "Burn") } }
                try await eventually { peer.frames(.close).count == 100 * round }
                peer.send { bytes in
                    for id in cancelled {
                        bytes.writeOpen(id, "Pause", message: EchoMessage(number: 60_000))
                        bytes.writeFrame(.cancel, streamID: id, meta: Cancel(status: 1))
                    }
                }
            }
            let last = ids.next(1)[0]
            peer.send { $0.writeOpen(last, "Burn") }
            try await eventually { peer.status(of: last) == .ok || peer.isClosed }
            #expect(peer.goAway == nil)
            // Then it does nothing but cancel.
            peer.send { bytes in
                for id in ids.next(401) {
                    bytes.writeOpen(id, "Pause", message: EchoMessage(number: 60_000))
                    bytes.writeFrame(.cancel, streamID: id, meta: Cancel(status: 1))
                }
            }
            try await eventually { peer.goAway == .resourceExhausted }
        }
    }

    @Test func callsThatThePeerMakesTheServerResetAreCounted() async throws {
        try await withLoadServer { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            for id in stride(from: UInt32(1), through: 402, by: 2) {
                peer.send { bytes in
                    bytes.writeOpen(id, "Hold")
                    bytes.writeRaw(FrameType.data.rawValue, flags: .message, id: id, length: 0)
                }
            }
            try await eventually { peer.goAway == .resourceExhausted }
        }
    }

    @Test func oneHandlerTooManyOnTheServerIsRefused() async throws {
        try await withLoadServer(configure: { $0.admission.maximumHandlers = 4 }) { server in
            let peers = [
                try await RawPeer.greeting(server.endpoint),
                try await RawPeer.greeting(server.endpoint),
            ]
            for peer in peers {
                peer.send { for id in [1, 3] { $0.writeOpen(UInt32(id), "Hold") } }
            }
            try await eventually { server.server.usage.handlers == 4 }
            peers[0].send { $0.writeOpen(5, "Hold") }
            try await eventually { peers[0].isRefused(5) }
            #expect(peers[0].status(of: 5) == .unavailable)

            server.handlers.release()
            try await eventually { server.server.usage.handlers == 0 }
            peers[0].send { $0.writeOpen(7, "Hold") }
            try await eventually { peers[0].status(of: 7) == .ok }
            #expect(server.handlers.peak == 4)
            for peer in peers { peer.close() }
        }
    }

    @Test func bulkCallsLeaveRoomForOthers() async throws {
        try await withLoadServer(configure: { $0.admission.maximumHandlers = 4 }) { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            peer.send { for id in [1, 3, 5] { $0.writeOpen(UInt32(id), "HoldBulk") } }
            try await eventually { peer.isRefused(5) }
            peer.send { $0.writeOpen(7, "Hold") }
            try await eventually { server.handlers.begun("Hold") == 1 }
            #expect(server.handlers.begun("HoldBulk") == 2)
            peer.close()
        }
    }

    /// Whether the calls begin as they are read, or wait for their turn behind a long one.
    @Test(arguments: [false, true])
    func oneRPCHasAConcurrencyLimitOfItsOwn(behindALongCall isQueued: Bool) async throws {
        try await withLoadServer(configure: { $0.admission.maximumConcurrency = 8 }) { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            peer.send { bytes in
                if isQueued { bytes.writeOpen(1, "Burn", message: EchoMessage(number: 20)) }
                for id in 1...9 { bytes.writeOpen(UInt32(2 * id + 1), "Hold") }
            }
            try await eventually { peer.isRefused(19) }
            peer.send { $0.writeOpen(21, "HoldBulk") }
            try await eventually { server.handlers.begun("HoldBulk") == 1 }
            #expect(server.handlers.begun("Hold") == 8)
            peer.close()
        }
    }

    /// An RPC that answers late on purpose is no server that cannot follow.
    @Test func anRPCThatTakesLongOnPurposeIsNotRefusedForIt() async throws {
        try await withLoadServer { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            var id: UInt32 = 1
            for (count, milliseconds) in [(20, 1), (20, 120), (60, 120), (60, 120)] {
                peer.send { bytes in
                    for _ in 0..<count {
                        bytes.writeOpen(
                            id, "Pause", message: EchoMessage(number: Int64(milliseconds)))
                        id += 2
                    }
                }
                let sent = Int(id / 2)
                try await eventually { peer.frames(.close).count == sent }
            }
            let refused = peer.frames(.close).filter { $0.header.flags.contains(.refused) }
            #expect(refused.isEmpty)
            peer.close()
        }
    }

    @Test func beyondTheSharedMemoryTheLargestHolderIsClosed() async throws {
        try await withLoadServer(configure: { $0.admission.maximumMemory = 1 << 20 }) { server in
            let peers = [
                try await RawPeer.greeting(server.endpoint),
                try await RawPeer.greeting(server.endpoint),
                try await RawPeer.greeting(server.endpoint),
            ]
            for peer in peers { peer.openUploads() }
            try await eventually { server.handlers.begun("HoldUploadForUsers") == 15 }
            peers[0].upload(600_000)
            try await eventually { server.server.usage.memory > 590_000 }
            peers[1].upload(200_000)
            try await eventually { server.server.usage.memory > 790_000 }
            #expect(peers.allSatisfy { $0.goAway == nil })
            peers[2].upload(400_000)
            try await eventually { peers[0].goAway == .unavailable }
            try await eventually { (590_000..<700_000).contains(server.server.usage.memory) }
            #expect(peers[1].goAway == nil && peers[2].goAway == nil)
            for peer in peers { peer.close() }
            try await eventually { server.server.usage.memory == 0 }
        }
    }

    @Test func shortOfMemoryTheServerTakesNoNewCalls() async throws {
        try await withLoadServer(configure: { $0.admission.maximumMemory = 1 << 20 }) { server in
            let holding = try await RawPeer.greeting(server.endpoint)
            holding.openUploads()
            holding.upload(950_000)
            try await eventually { server.server.usage.memory > 940_000 }
            let other = try await RawPeer.greeting(server.endpoint)
            other.send { bytes in
                bytes.writeOpen(1, "Burn")
                bytes.writeOpen(3, "BurnCritical")
            }
            try await eventually { other.frames(.close).count == 2 }
            #expect(other.isRefused(1) && other.status(of: 3) == .ok)
            holding.close()
            try await eventually { server.server.usage.memory == 0 }
            other.send { $0.writeOpen(5, "Burn") }
            try await eventually { other.status(of: 5) == .ok }
            other.close()
        }
    }

    @Test func aServerIsDrainedOnceHoweverOftenItIsAsked() async throws {
        try await withLoadServer { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            try await eventually { !peer.frames(.hello).isEmpty }
            await server.server.drain()
            await server.server.drain()
            try await eventually { peer.goAway == .ok }
        }
    }
}

extension RawPeer {
    /// Opens five streams, whose handlers do not read.
    fileprivate func openUploads() {
        send { bytes in
            for id in 0..<5 {
                bytes.writeOpen(
                    UInt32(2 * id + 1), "HoldUploadForUsers", flags: [],
                    metadata: [("caller", "user")])
            }
        }
    }

    /// Sends messages on those streams, at most 200,000 bytes on each.
    fileprivate func upload(_ count: Int) {
        send { bytes in
            for index in 0..<((count + 199_999) / 200_000) {
                let id = UInt32(2 * index + 1)
                var rest = min(200_000, count - index * 200_000)
                while rest > 0 {
                    let size = min(rest, 50_000)
                    bytes.writeRaw(
                        FrameType.data.rawValue, flags: .message, id: id, length: size,
                        bytes: [UInt8](repeating: 0, count: size))
                    rest -= size
                }
            }
        }
    }
}

extension IteratorProtocol {
    fileprivate mutating func next(_ count: Int) -> [Element] {
        (0..<count).compactMap { _ in next() }
    }
}
