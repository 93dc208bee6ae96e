import RollcallRPC
import TestEcho
import TestServers
import TestSupport
import Testing

/// gRPC's interoperability tests that `CallKindTests` and `StatusTests` do not have, and the groups
/// of Connect's conformance suite that do not speak of HTTP.
@Suite struct InteropTests {
    /// A call of a kind: with some messages sent, and the messages that came back.
    enum Kind: CaseIterable, CustomTestStringConvertible {
        case unary, clientStream, serverStream, bidirectional

        var testDescription: String { "\(self)" }

        /// - Throws: what the call ends with. `sleeper` never ends by itself.
        func sleep(_ server: EchoServer, _ options: CallOptions = CallOptions()) async throws {
            switch self {
            case .unary: _ = try await server.echo.sleep(EchoMessage(), options: options)
            case .clientStream:
                // Without its end the handler waits for more.
                let call = try await server.echo.collect(options: options)
                try await call.send(EchoMessage())
                try await withoutEnd(call)
            case .serverStream:
                let request = EchoMessage(payload: pattern(60_000), number: .max)
                let answers = try await server.echo.expand(request, options: options)
                // A reader that is slow, so that the writer waits for it.
                while try await answers.next() != nil { try await elapse(.seconds(1)) }
            case .bidirectional:
                let chat = try await server.echo.chat(options: options)
                _ = try await chat.responses.next()
            }
        }

        private func withoutEnd(
            _ call: ClientStreamingCall<EchoMessage, EchoMessage>
        ) async throws {
            let big = EchoMessage(payload: pattern(60_000))
            while true {
                try await call.send(big)
                // Not at full speed: what is measured is the end.
                try await elapse(.milliseconds(20))
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func aServerStreamsTheSizesOfTheInteropTests(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let chat = try await server.echo.chat()
            let sizes = [31415, 9, 2653, 58979]
            for size in sizes { try await chat.send(EchoMessage(payload: pattern(size))) }
            chat.finishSending()
            for size in sizes { #expect(try await chat.responses.next()?.payload == pattern(size)) }
            #expect(try await chat.responses.next() == nil)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aConversationWithoutMessagesEndsWell(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let chat = try await server.echo.chat()
            chat.finishSending()
            #expect(try await chat.responses.next() == nil)
        }
    }

    @Test(arguments: Carrier.allCases)
    func manyLargeCallsShareOneConnection(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let echo = server.echo
            let message = EchoMessage(payload: pattern(271_828))
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<30 {
                    group.addTask { try await echo.echo(message) == message }
                }
                for try await isEqual in group { #expect(isEqual) }
            }
        }
    }

    @Test func anUnknownServiceIsUnimplemented() async throws {
        let method = Method<EchoMessage, EchoMessage>(
            service: "no.such.Service", name: "Echo", kind: .bidirectional, access: .anyone)
        try await withEchoServer(over: .tcp) { server in
            let chat = try await server.client.bidirectional(method, CallOptions())
            let error = try await failure { _ = try await chat.responses.next() }
            #expect(error.code == .unimplemented)
        }
    }

    @Test(arguments: Kind.allCases)
    func aDeadlineOfAMillisecondEndsEveryKindOfCall(_ kind: Kind) async throws {
        try await withEchoServer(over: .tcp) { server in
            let options = CallOptions(timeout: .milliseconds(1))
            let error = try await failure { try await kind.sleep(server, options) }
            #expect(error.code == .deadlineExceeded)
            #expect(try await server.echo.echo(EchoMessage(number: 1)).number == 1)
        }
    }

    @Test(arguments: Kind.allCases)
    func aDeadlineEndsEveryKindOfCall(_ kind: Kind) async throws {
        try await withEchoServer(over: .memory) { server in
            let options = CallOptions(timeout: .milliseconds(200))
            let error = try await failure { try await kind.sleep(server, options) }
            #expect(error.code == .deadlineExceeded)
        }
    }

    @Test(arguments: Kind.allCases, Carrier.allCases)
    func cancellingEndsEveryKindOfCall(_ kind: Kind, over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let call = Task { try await kind.sleep(server) }
            // At an instant of the call that differs from run to run.
            try await elapse(upTo: .milliseconds(60))
            call.cancel()
            await #expect(throws: (any Error).self) { try await call.value }
            #expect(try await server.echo.echo(EchoMessage(number: 1)).number == 1)
        }
    }

    @Test func entriesWithTheSameKeyArriveInOrder() async throws {
        var metadata = Metadata()
        for number in 0..<3 { try metadata.add("twice", text: "\(number)") }
        let seen = metadata.entries.map { "\($0.value)" }
        #expect(seen == (0..<3).map { "text(\"\($0)\")" })
        try await withEchoServer(over: .tcp) { server in
            let answer = try await server.echo.describe(
                EchoMessage(text: "twice"), options: CallOptions(metadata: metadata))
            #expect(answer.text == "0")
        }
    }

    @Test func aHeaderOf63KilobytesFailsItsCallOnly() async throws {
        try await withEchoServer(over: .tcp) { server in
            var options = CallOptions()
            try options.metadata.add("x", text: String(repeating: "X", count: 63 * 1024))
            let error = try await failure {
                _ = try await server.echo.echo(EchoMessage(), options: options)
            }
            #expect(error.code == .invalidArgument)
            #expect(try await server.echo.echo(EchoMessage(number: 1)).number == 1)
        }
    }
}
