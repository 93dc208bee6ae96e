import RollcallRPC
import TestEcho
import TestServers
import TestSupport
import Testing

@Suite struct CancellationTests {
    @Test(arguments: Carrier.allCases)
    func cancellingTheCallersTaskReachesTheHandlersTask(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let echo = server.echo
            let call = Task { try await echo.sleep(EchoMessage()) }
            try await eventually { server.handler.sleepers.withLock { $0.begun } == 1 }
            call.cancel()
            let error = try await failure { _ = try await call.value }
            #expect(error.code == .cancelled)
            try await eventually { server.handler.sleepers.withLock { $0.cancelled } == 1 }
        }
    }

    @Test(arguments: Carrier.allCases)
    func lettingGoOfAStreamCancelsIt(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            var chat: BidirectionalCall<EchoMessage, EchoMessage>? = try await server.echo.chat()
            try await chat?.send(EchoMessage(number: 1))
            #expect(try await chat?.responses.next()?.number == 1)
            chat = nil
            // The slot is free again at once: as many more as a connection has fit.
            for _ in 0..<300 {
                let another = try await server.echo.chat()
                try await another.send(EchoMessage(number: 2))
                #expect(try await another.responses.next()?.number == 2)
                another.finishSending()
                #expect(try await another.responses.next() == nil)
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func cancellingAfterTheFirstAnswerEndsTheStream(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let answers = try await server.echo.expand(
                EchoMessage(payload: pattern(50_000), number: 1_000_000))
            #expect(try await answers.next() != nil)
            answers.cancel()
            let error = try await failure { while try await answers.next() != nil {} }
            #expect(error.code == .cancelled)
            #expect(try await server.echo.echo(EchoMessage(number: 3)).number == 3)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aHandlerThatGivesUpAWriteStillSaysHowTheCallEnded(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let request = EchoMessage(payload: pattern(60_000), text: "impatient")
            let unread = try await server.echo.expand(request)
            // Until the handler, which waits for 100 ms, has given up.
            try await elapse(.milliseconds(300))
            let error = try await failure { while try await unread.next() != nil {} }
            #expect(error.code == .outOfRange)
        }
    }

    @Test func aLostConnectionEndsItsCallsAndTheNextCallOpensAnother() async throws {
        try await withEchoServer(over: .tcp) { server in
            let echo = EchoServiceClient(retrying(server.client))
            let call = Task { try await echo.sleep(EchoMessage()) }
            try await eventually { server.handler.sleepers.withLock { $0.begun } == 1 }
            server.server.severConnections()
            #expect(try await failure { _ = try await call.value }.code == .unavailable)
            #expect(try await echo.echo(EchoMessage(number: 4)).number == 4)
            try await eventually { server.handler.sleepers.withLock { $0.cancelled } == 1 }
        }
    }
}
