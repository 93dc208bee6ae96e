import RollcallRPC
import TestEcho
import TestServers
import Testing

/// The four kinds of calls, with the sizes of gRPC's interoperability tests.
@Suite struct CallKindTests {
    @Test(arguments: Carrier.allCases)
    func anEmptyMessageIsAMessage(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let answer = try await server.echo.echo(EchoMessage())
            #expect(answer == EchoMessage())
        }
    }

    @Test(arguments: Carrier.allCases)
    func aLargeUnaryCallCrossesInFragments(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let message = EchoMessage(payload: pattern(271_828), number: 7, text: "large")
            let answer = try await server.echo.echo(message)
            #expect(answer == message)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aClientStreamsManyMessages(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let call = try await server.echo.collect()
            for size in [27182, 8, 1828, 45904] {
                try await call.send(EchoMessage(payload: pattern(size)))
            }
            #expect(try await call.finish().number == 74922)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aStreamWithoutMessagesEndsWell(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            #expect(try await server.echo.collect().finish().number == 0)
            let answers = try await server.echo.expand(EchoMessage(number: 0))
            #expect(try await answers.next() == nil)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aServerStreamsManyMessagesInOrder(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let request = EchoMessage(payload: pattern(1000), number: 3000)
            var expected: Int64 = 0
            for try await answer in try await server.echo.expand(request) {
                #expect(answer.number == expected && answer.payload.count == 1000)
                expected += 1
            }
            #expect(expected == 3000)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aConversationGoesBackAndForth(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let chat = try await server.echo.chat()
            for size in [31415, 9, 2653, 58979] {
                let message = EchoMessage(payload: pattern(size))
                try await chat.send(message)
                #expect(try await chat.responses.next() == message)
            }
            chat.finishSending()
            #expect(try await chat.responses.next() == nil)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aThousandCallsShareOneConnection(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier, configure: { $0.refuseNothing() }) { server in
            let echo = server.echo
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<1000 {
                    group.addTask {
                        let message = EchoMessage(payload: pattern(number * 7), number: 1)
                        return try await echo.echo(message) == message
                    }
                }
                for try await isEqual in group { #expect(isEqual) }
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func messagesBeforeAFailureArriveBeforeIt(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let answers = try await server.echo.expand(EchoMessage(number: 3, text: "fail"))
            for number in 0..<3 { #expect(try await answers.next()?.number == Int64(number)) }
            let error = try await failure { _ = try await answers.next() }
            #expect(error.code == .dataLoss)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aHandlerThatEndsEarlyStopsTheSender(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let call = try await server.echo.collect()
            try await call.send(EchoMessage(text: "stop"))
            let error = try await failure {
                while true { try await call.send(EchoMessage(payload: pattern(60_000))) }
            }
            #expect(error.code == .cancelled)
            #expect(try await failure { _ = try await call.finish() }.code == .outOfRange)
        }
    }
}
