import NIOCore
import RollcallRPC
import RollcallWire
import TestEcho
import TestServers
import TestSupport
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
            // Fifteen intervals of the real clock.
            try await elapse(.milliseconds(150))
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

    /// A connection on which nothing was called for a while asks again with the next call.
    @Test func aClientNoticesAServerThatWentSilentWhileNoCallWasOpen() async throws {
        var configuration = ConnectionConfiguration()
        configuration.helloTimeout = .seconds(1)
        configuration.keepaliveInterval = .milliseconds(30)
        configuration.keepaliveTimeout = .milliseconds(100)
        try await RawServer.run(configuration: configuration, answering: { _, _ in }) { server in
            try await server.client.connect()
            // Longer than the wait for HELLO and all pings, by the real clock.
            try await elapse(.milliseconds(1200))
            let start = ContinuousClock.now
            let error = try await failure {
                _ = try await server.echo.echo(
                    EchoMessage(), options: CallOptions(timeout: .seconds(20)))
            }
            #expect(error.code == .unavailable)
            #expect(start.duration(to: .now) < .seconds(3))
        }
    }

    /// The socket stays open, and full: not even the PING gets through.
    @Test func aClientNoticesAServerThatReadsNoMore() async throws {
        var configuration = ConnectionConfiguration()
        configuration.keepaliveInterval = .milliseconds(100)
        configuration.keepaliveTimeout = .milliseconds(200)
        var hello = ByteBuffer()
        let generous = UInt32(64 * 1024 * 1024)
        hello.writeFrame(
            .hello,
            meta: Hello(
                minVersion: 1, maxVersion: 1,
                limits: Limits(streamWindow: generous, connectionWindow: generous)))
        try await RawServer.run(
            hello: hello, stopsReading: true, configuration: configuration,
            answering: { _, _ in }
        ) { server in
            try await server.client.connect()
            let chat = try await server.echo.chat()
            let start = ContinuousClock.now
            let reading = Task { try await chat.responses.next() }
            let error = try await failure {
                while true { try await chat.send(EchoMessage(payload: pattern(60_000))) }
            }
            #expect(error.code == .unavailable)
            #expect(try await failure { _ = try await reading.value }.code == .unavailable)
            #expect(start.duration(to: .now) < .seconds(5))
        }
    }

    @Test func aServerNoticesAClientThatReadsNoMoreAndFreesItsSlots() async throws {
        let begun = Count()
        let ended = Count()
        let silent = try await RunningServer.start(
            configure: {
                $0.connection.keepaliveInterval = .milliseconds(100)
                $0.connection.keepaliveTimeout = .milliseconds(200)
            },
            { router in
                router.serverStreaming(EchoServiceMethods.expand) { request, responses, _ in
                    begun.next()
                    defer { ended.next() }
                    while true { try await responses.send(request) }
                }
            })
        let peer = try await RawPeer.connect(to: silent.endpoint)
        peer.send { bytes in
            bytes.writeHello()
            bytes.writeFrame(.window, body: UInt32(64 * 1024 * 1024))
            for call in 0..<8 as Range<UInt32> {
                bytes.writeOpen(
                    2 * call + 1, "Expand", message: EchoMessage(payload: pattern(60_000)))
                bytes.writeFrame(
                    .window, streamID: 2 * call + 1, body: UInt32(64 * 1024 * 1024))
            }
        }
        try await eventually { begun.value == 8 }
        try await peer.stopReading()
        let start = ContinuousClock.now
        try await eventually { ended.value == 8 }
        #expect(start.duration(to: .now) < .seconds(3))
        // Two seconds are left to a peer to read why.
        try await eventually(within: .seconds(5)) { silent.server.connectionCount == 0 }
        peer.close()
        await silent.server.drain()
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
                // Longer than the interval that is allowed.
                try await elapse(.milliseconds(2))
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
