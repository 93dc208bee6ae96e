import NIOCore
import RollcallRPC
import RollcallWire
import Testing

/// Whether the other side is still there, and what asking too often costs.
@Suite struct KeepaliveTests {
    @Test func aServerAsksASilentClientAndClosesWhenNothingComes() async throws {
        try await withEchoServer(
            over: .tcp,
            configure: {
                $0.connection.keepaliveInterval = .milliseconds(30)
                $0.connection.keepaliveTimeout = .milliseconds(100)
            }
        ) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            try await eventually { peer.frames(.ping).count == 1 }
            try await eventually { peer.isClosed }
            #expect(peer.goAway == .unavailable)
            #expect(peer.frames(.ping).count == 1)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aClientThatAnswersIsKept(over carrier: Carrier) async throws {
        try await withEchoServer(
            over: carrier,
            configure: {
                $0.connection.keepaliveInterval = .milliseconds(10)
                $0.connection.keepaliveTimeout = .seconds(20)
            }
        ) { server in
            let chat = try await server.echo.chat()
            try await Task.sleep(for: .milliseconds(150))
            try await chat.send(EchoMessage(number: 1))
            #expect(try await chat.responses.next()?.number == 1)
        }
    }

    @Test func aClientNoticesAServerThatHasGoneSilentDuringACall() async throws {
        var configuration = ConnectionConfiguration()
        configuration.keepaliveInterval = .milliseconds(30)
        configuration.keepaliveTimeout = .milliseconds(100)
        try await RawServer.run(configuration: configuration, answering: { _, _ in }) { server in
            let error = try await failure { _ = try await server.echo.echo(EchoMessage()) }
            #expect(error.code == .unavailable)
            #expect(!error.wasNotProcessed)
        }
    }

    @Test func aClientThatAsksTooOftenIsCutOffAfterTwoStrikes() async throws {
        try await withEchoServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            for number in 0..<3 as Range<UInt64> {
                peer.send { $0.writeFrame(.ping, body: number) }
                try await eventually { peer.frames(.ping).count == Int(number) + 1 }
            }
            peer.send { $0.writeFrame(.ping, body: UInt64(9)) }
            try await eventually { peer.isClosed }
            #expect(peer.goAway == .resourceExhausted)
            #expect(peer.frames(.ping).count == 3)
        }
    }

    @Test func aClientThatAsksSeldomEnoughIsNeverCutOff() async throws {
        try await withEchoServer(
            over: .tcp, configure: { $0.connection.minimumIdlePingInterval = .milliseconds(1) }
        ) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            for number in 0..<20 as Range<UInt64> {
                peer.send { $0.writeFrame(.ping, body: number) }
                try await eventually { peer.frames(.ping).count == Int(number) + 1 }
                try await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    @Test func aMessageToTheClientWipesTheStrikesOut() async throws {
        try await withEchoServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            for number in 0..<10 as Range<UInt64> {
                peer.send { $0.writeFrame(.ping, body: number) }
                peer.send { $0.writeFrame(.ping, body: number) }
                let id = UInt32(2 * number + 1)
                peer.send { $0.writeOpen(id) }
                try await eventually { peer.status(of: id) == .ok }
            }
            #expect(peer.frames(.ping).count == 20)
            #expect(!peer.isClosed)
        }
    }

    @Test func anAnswerThatNobodyAskedForIsIgnored() async throws {
        try await withEchoServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            for number in 0..<10 as Range<UInt64> {
                peer.send { $0.writeFrame(.ping, flags: .acknowledgement, body: number) }
            }
            peer.send { $0.writeOpen(1) }
            try await eventually { peer.status(of: 1) == .ok }
            #expect(peer.frames(.ping).isEmpty)
        }
    }
}
