import RollcallRPC
import RollcallWire
import TestEcho
import TestServers
import TestSupport
import Testing

@Suite struct DrainTests {
    @Test(arguments: Carrier.allCases)
    func aDrainLetsRunningCallsEnd(over carrier: Carrier) async throws {
        try await withEchoServer(
            over: carrier, configure: { $0.drainGrace = .seconds(5) }
        ) { server in
            let chat = try await server.echo.chat()
            try await chat.send(EchoMessage(number: 1))
            #expect(try await chat.responses.next()?.number == 1)
            async let drained: Void = server.server.drain()
            // So that the drain mostly has begun; the outcome is the same if not.
            try await elapse(.milliseconds(50))
            try await chat.send(EchoMessage(number: 2))
            #expect(try await chat.responses.next()?.number == 2)
            chat.finishSending()
            #expect(try await chat.responses.next() == nil)
            await drained
        }
    }

    @Test(arguments: Carrier.allCases)
    func aCallThatOutlastsTheGraceEndsUnavailable(over carrier: Carrier) async throws {
        try await withEchoServer(
            over: carrier, configure: { $0.drainGrace = .milliseconds(50) }
        ) { server in
            let echo = server.echo
            let call = Task { try await echo.sleep(EchoMessage()) }
            try await eventually { server.handler.sleepers.withLock { $0.begun } == 1 }
            await server.server.drain()
            #expect(try await failure { _ = try await call.value }.code == .unavailable)
        }
    }

    @Test func whatIsUnderWayForACallThatWasNotTakenUpIsIgnored() async throws {
        try await withEchoServer(over: .tcp, configure: { $0.drainGrace = .seconds(5) }) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            peer.send { $0.writeOpen(1, "Chat", flags: .message) }
            try await eventually { peer.frames(.data).count == 1 }
            async let drained: Void = server.server.drain()
            // The first GOAWAY says that it is coming, the second that it is there.
            try await eventually { peer.frames(.goAway).count == 2 }
            peer.send { $0.writeOpen(3, "Chat", flags: .message) }
            peer.send { $0.writeRaw(3, flags: [.message, .end], id: 3, length: 0) }
            peer.send { $0.writeRaw(3, flags: [.message, .end], id: 1, length: 0) }
            try await eventually { peer.status(of: 1) == .ok }
            #expect(peer.status(of: 3) == nil)
            await drained
        }
    }

    @Test func aCallBetweenTheTwoGoAwaysIsTaken() async throws {
        try await withEchoServer(
            over: .tcp,
            configure: {
                $0.drainGrace = .seconds(5)
                $0.connection.goAwayGrace = .minutes(1)
            }
        ) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            // After a call the server has surely read the HELLO: before it, there is nothing to
            // wait for.
            peer.send {
                $0.writeHello()
                $0.writeOpen(1)
            }
            try await eventually { peer.status(of: 1) == .ok }
            async let drained: Void = server.server.drain()
            try await eventually { peer.frames(.ping).count == 1 }
            let first = try GoAway(serialized: try #require(peer.frames(.goAway).first).meta)
            #expect(first.lastStreamID == UInt32(Int32.max))
            peer.send { $0.writeOpen(3) }
            try await eventually { peer.status(of: 3) == .ok }
            // The answer to the PING says that nothing else is under way.
            let ping = try #require(peer.frames(.ping).first)
            let payload = ping.body.getInteger(at: ping.body.readerIndex, as: UInt64.self) ?? 0
            peer.send { $0.writeFrame(.ping, flags: .acknowledgement, body: payload) }
            try await eventually { peer.isClosed }
            let second = try GoAway(serialized: try #require(peer.frames(.goAway).last).meta)
            #expect(second.lastStreamID == 3)
            await drained
        }
    }

    @Test func aCallAfterADrainWasCertainlyNotProcessed() async throws {
        try await withEchoServer(over: .tcp) { server in
            #expect(try await server.echo.echo(EchoMessage(number: 1)).number == 1)
            await server.server.drain()
            let error = try await failure { _ = try await server.echo.echo(EchoMessage()) }
            #expect(error.code == .unavailable)
            #expect(error.wasNotProcessed)
        }
    }

    @Test func noAcknowledgedCallIsLostInADrainUnderLoad() async throws {
        try await withEchoServer(
            over: .tcp, configure: { $0.drainGrace = .seconds(5) }
        ) { server in
            let echo = server.echo
            // A connection that the listener has not accepted when it closes is reset, and says
            // nothing about its calls.
            #expect(try await echo.echo(EchoMessage(number: 1)).number == 1)
            let callers = (0..<20).map { _ in
                Task {
                    while true {
                        do {
                            _ = try await echo.echo(EchoMessage(payload: pattern(100)))
                        } catch let error as RPCError { return error }
                    }
                }
            }
            // In the midst of the calls.
            try await elapse(upTo: .milliseconds(100))
            await server.server.drain()
            for caller in callers {
                let error = try await caller.value
                #expect(error.wasNotProcessed, "\(error)")
            }
        }
    }
}
