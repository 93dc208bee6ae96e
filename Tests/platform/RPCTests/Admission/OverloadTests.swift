import NIOCore
import RollcallWire
import TestEcho
import TestServers
import TestSupport
import Testing

@testable import RollcallRPC

@Suite struct OverloadTests {
    /// Asks for two and a half times of what the server can do, in calls that take ten milliseconds
    /// each, and for `extra` now and then.
    private func flood(
        _ peer: RawPeer, _ method: String, for duration: Duration,
        with extra: (UInt32, inout ByteBuffer) -> Bool = { _, _ in false }
    ) async throws -> Int {
        let start = ContinuousClock.now
        var id: UInt32 = 1
        while start.duration(to: .now) < duration {
            peer.send { bytes in
                if extra(id, &bytes) { id += 2 }
                for _ in 0..<5 {
                    bytes.writeOpen(id, method, message: EchoMessage(number: 10))
                    id += 2
                }
            }
            // The rate of the flood.
            try await elapse(.milliseconds(20))
        }
        return Int(id / 2)
    }

    private func manyStreams(_ configuration: inout ServerConfiguration) {
        configuration.admission = ServerConfiguration().admission
        configuration.admission.shareNothing()
        configuration.connection.maximumStreams = 100_000
    }

    @Test func aServerUnderOverloadAnswersWhatItCanAndRefusesTheRestAtOnce() async throws {
        try await withLoadServer(configure: manyStreams) { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            let start = ContinuousClock.now
            let count = try await flood(peer, "Burn", for: .milliseconds(800))
            let milliseconds = Int(start.duration(to: .now) / .milliseconds(1))
            try await eventually { peer.frames(.close).count == count }
            let refused = peer.frames(.close).filter { $0.header.flags.contains(.refused) }
            let answered = count - refused.count
            #expect(refused.count > count / 5)
            // A busy machine answers less, and the flood sends less.
            #expect(answered > min(milliseconds / 25, count / 6))
            let close = try Close(serialized: try #require(refused.last).meta)
            #expect(close.status == StatusCode.unavailable.rawValue)
            #expect(close.trailers.first?.key == "retry-pushback-ms")
            peer.close()
        }
    }

    @Test func overloadByOneConnectionKeepsTheLatencyOfOthers() async throws {
        try await withLoadServer(configure: manyStreams) { server in
            let flooding = try await RawPeer.greeting(server.endpoint)
            let quiet = NetworkClient(server.endpoint, logger: .quiet)
            let echo = EchoServiceBurner(client: quiet)
            try await echo.burn()
            async let flood = flood(flooding, "Burn", for: .milliseconds(600))
            var latencies: [Duration] = []
            for _ in 0..<40 {
                let start = ContinuousClock.now
                do {
                    try await echo.burn()
                    latencies.append(start.duration(to: .now))
                } catch let error as RPCError where error.code == .unavailable {
                    // The machine stood still for longer than the target of the queue.
                    latencies.append(.seconds(1))
                }
                // A caller who is there now and then.
                try await elapse(.milliseconds(10))
            }
            _ = try await flood
            // Without turns it would wait for the target of the queue, or be refused.
            #expect(latencies.sorted()[20] < .milliseconds(18))
            #expect(flooding.frames(.close).contains { $0.header.flags.contains(.refused) })
            quiet.close()
            flooding.close()
        }
    }

    @Test func whatIsCriticalOutlivesBulkOnTheSameConnection() async throws {
        try await withLoadServer(configure: manyStreams) { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            var critical: [UInt32] = []
            let count = try await flood(peer, "BurnBulk", for: .milliseconds(500)) { id, bytes in
                critical.append(id)
                bytes.writeOpen(id, "BurnCritical", message: EchoMessage(number: 2))
                return true
            }
            try await eventually { peer.frames(.close).count == count }
            let refused = Set(
                peer.frames(.close).filter { $0.header.flags.contains(.refused) }
                    .map(\.header.streamID))
            #expect(refused.count > count / 5)
            // None, unless the machine stands still for longer than the target: then some, but a
            // smaller part than of the others.
            let lost = refused.intersection(critical).count
            let (bulk, lostBulk) = (count - critical.count, refused.count - lost)
            #expect(3 * lost * bulk <= 2 * lostBulk * critical.count)
            peer.close()
        }
    }

    /// The second burns for longer than the third can wait.
    @Test func aCallThatExpiresBeforeItsTurnNeverRunsItsHandler() async throws {
        try await withLoadServer { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            peer.send { bytes in
                bytes.writeOpen(1, "Burn", message: EchoMessage(number: 20))
                bytes.writeOpen(3, "Burn", message: EchoMessage(number: 40))
                bytes.writeOpen(5, "BurnBulk", message: EchoMessage(number: 1), timeout: 10_000)
            }
            try await eventually { peer.frames(.close).count == 3 }
            #expect(peer.status(of: 3) == .ok)
            #expect(peer.status(of: 5) == .deadlineExceeded)
            #expect(server.handlers.begun("BurnBulk") == 0)
            peer.close()
        }
    }

    @Test func aCallThatIsCancelledBeforeItsTurnNeverRunsItsHandler() async throws {
        try await withLoadServer { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            peer.send { bytes in
                bytes.writeOpen(1, "Burn", message: EchoMessage(number: 20))
                bytes.writeOpen(3, "BurnBulk", message: EchoMessage(number: 1))
                bytes.writeFrame(.cancel, streamID: 3, meta: Cancel(status: 1))
                bytes.writeOpen(5, "Burn", message: EchoMessage(number: 1))
            }
            try await eventually { peer.status(of: 5) == .ok }
            #expect(server.handlers.begun("BurnBulk") == 0)
            peer.close()
        }
    }

    /// A long backlog must not keep the loop from reading: PING is answered in between.
    @Test func otherSocketsAreReadWhileABacklogIsWorkedOff() async throws {
        try await withLoadServer(
            configure: {
                manyStreams(&$0)
                $0.admission.burstInterval = .seconds(60)
            }
        ) { server in
            let busy = try await RawPeer.greeting(server.endpoint)
            let other = try await RawPeer.greeting(server.endpoint)
            try await eventually { !other.frames(.hello).isEmpty }
            busy.send { bytes in
                for id in 0..<400 {
                    bytes.writeOpen(UInt32(2 * id + 1), "Burn", message: EchoMessage(number: 1))
                }
            }
            try await eventually { busy.frames(.close).count > 1 }
            other.send { $0.writeFrame(.ping, body: UInt64(7)) }
            try await eventually { !other.frames(.ping).isEmpty }
            #expect(busy.frames(.close).count < 400)
            busy.close()
            other.close()
        }
    }
}

/// Makes calls of a millisecond.
private struct EchoServiceBurner {
    let client: NetworkClient

    func burn() async throws {
        let method = Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.EchoService", name: "Burn", kind: .unary, access: .anyone)
        _ = try await client.unary(method, EchoMessage(number: 1), CallOptions())
    }
}
