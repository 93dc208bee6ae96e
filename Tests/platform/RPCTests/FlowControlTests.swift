import NIOCore
import RollcallWire
import TestEcho
import TestServers
import TestSupport
import Testing

@testable import RollcallRPC

@Suite struct FlowControlTests {
    @Test(arguments: Carrier.allCases)
    func aMessageLargerThanTheWindowsCompletes(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let message = EchoMessage(payload: pattern(4_000_000))
            let answer = try await server.echo.echo(message)
            #expect(answer == message)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aMessageOverTheLimitEndsItsCallOnly(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let message = EchoMessage(payload: pattern(5_000_000))
            let error = try await failure { _ = try await server.echo.echo(message) }
            #expect(error.code == .resourceExhausted)
            #expect(try await server.echo.echo(EchoMessage(number: 1)).number == 1)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aCallerThatDoesNotReadStallsItselfOnly(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let request = EchoMessage(payload: pattern(30_000), number: 10_000)
            let unread = try await server.echo.expand(request)
            #expect(try await unread.next() != nil)
            for number in 0..<50 {
                let answer = try await server.echo.echo(EchoMessage(number: Int64(number)))
                #expect(answer.number == Int64(number))
            }
            // What was not read is still there, whole and in order.
            for number in 1..<40 { #expect(try await unread.next()?.number == Int64(number)) }
        }
    }

    @Test(arguments: Carrier.allCases)
    func aHandlerThatDoesNotReadStallsItsSenderOnly(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let echo = server.echo
            // The handler of Chat waits for its answers to be read, which nobody does.
            let chat = try await echo.chat()
            let flood = Task {
                while true { try await chat.send(EchoMessage(payload: pattern(60_000))) }
            }
            for number in 0..<50 {
                #expect(try await echo.echo(EchoMessage(number: Int64(number))).number == number)
            }
            flood.cancel()
            await #expect(throws: RPCError.self) { try await flood.value }
        }
    }

    @Test(arguments: Carrier.allCases)
    func whatAHandlerDidNotReadDoesNotKeepItsCredit(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let options = CallOptions(timeout: .seconds(20))
            for _ in 0..<30 {
                let call = try await server.echo.collect(options: options)
                try await call.send(EchoMessage(text: "stop late"))
                for _ in 0..<4 { try? await call.send(EchoMessage(payload: pattern(60_000))) }
                #expect(try await failure { _ = try await call.finish() }.code == .outOfRange)
            }
            let message = EchoMessage(payload: pattern(200_000))
            let answer = try await server.echo.echo(message, options: options)
            #expect(answer == message)
        }
    }

    /// Two messages of 200,000 bytes in four parts each, of which the handler reads none.
    @Test func behindAMessageThatIsNotReadThePartsOfTheNextKeepTheirCredit() async throws {
        try await withLoadServer { server in
            let peer = try await RawPeer.greeting(server.endpoint)
            peer.send { bytes in
                bytes.writeOpen(1, "HoldUpload", flags: [])
                for part in 0..<8 {
                    bytes.writeRaw(
                        FrameType.data.rawValue,
                        flags: part % 4 == 3 ? .message : [.message, .more],
                        id: 1, length: 50_000, bytes: [UInt8](repeating: 0, count: 50_000))
                }
                bytes.writeFrame(.ping, body: UInt64(1))
            }
            try await eventually { !peer.frames(.ping).isEmpty }
            let credit = peer.frames(.window).filter { $0.header.streamID == 1 }
                .compactMap { $0.body.getInteger(at: $0.body.readerIndex, as: UInt32.self) }
            #expect(credit.reduce(0, +) == 150_000)
            #expect(server.server.usage.memory > 400_000)
            peer.close()
            try await eventually { server.server.usage.memory == 0 }
        }
    }

    @Test(arguments: Carrier.allCases)
    func windowsBeyondWhatAPeerCanHoldAreCutToThat(over carrier: Carrier) async throws {
        func widen(_ configuration: inout ConnectionConfiguration) {
            configuration.streamWindow = .max
            configuration.connectionWindow = .max
            configuration.maximumStreamWindow = .max
            configuration.maximumConnectionWindow = .max
        }
        try await withEchoServer(
            over: carrier, configure: { widen(&$0.connection) }, configureClient: widen
        ) { server in
            for _ in 0..<20 {
                let message = EchoMessage(payload: pattern(300_000))
                let answer = try await server.echo.echo(message)
                #expect(answer == message)
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func callsBeyondThePeersStreamsWaitForTheirTurn(over carrier: Carrier) async throws {
        try await withEchoServer(
            over: carrier, configure: { $0.connection.maximumStreams = 100 }
        ) { server in
            let echo = EchoServiceClient(retrying(server.client))
            let sleepers = (0..<100).map { _ in Task { try await echo.sleep(EchoMessage()) } }
            try await eventually { server.handler.sleepers.withLock { $0.begun } == 100 }
            let waiting = Task { try await echo.echo(EchoMessage(number: 9)) }
            let late = try await failure {
                _ = try await echo.echo(
                    EchoMessage(), options: CallOptions(timeout: .milliseconds(50)))
            }
            #expect(late.code == .deadlineExceeded)
            // Who gives up waiting is told, also where a message waits to be sent.
            let chat = try await echo.chat()
            let sending = Task { try await chat.send(EchoMessage()) }
            // So that the message mostly waits already; the outcome is the same if not.
            try await elapse(.milliseconds(20))
            chat.cancel()
            #expect(try await failure { try await sending.value }.code == .cancelled)
            sleepers[0].cancel()
            #expect(try await waiting.value.number == 9)
            for sleeper in sleepers { sleeper.cancel() }
        }
    }
}
