import RollcallRPC
import TestEcho
import TestServers
import TestSupport
import Testing

/// Connections that are let go because they are old.
@Suite struct ConnectionAgeTests {
    @Test(arguments: Carrier.allCases)
    func callsGoOnOverNewConnectionsWithoutAnError(over carrier: Carrier) async throws {
        try await withEchoServer(
            over: carrier, configure: { $0.connection.maximumAge = .milliseconds(30) }
        ) { server in
            let echo = EchoServiceClient(retrying(server.client))
            let end = ContinuousClock.now + .milliseconds(300)
            var number: Int64 = 0
            while ContinuousClock.now < end {
                number += 1
                let answer = try await echo.echo(EchoMessage(number: number))
                #expect(answer.number == number)
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func aCallThatIsThereMayEndWithinTheGrace(over carrier: Carrier) async throws {
        try await withEchoServer(
            over: carrier, configure: { $0.connection.maximumAge = .milliseconds(20) }
        ) { server in
            let chat = try await server.echo.chat()
            // Longer than the connection may be old.
            try await elapse(.milliseconds(100))
            try await chat.send(EchoMessage(number: 1))
            #expect(try await chat.responses.next()?.number == 1)
            chat.finishSending()
            #expect(try await chat.responses.next() == nil)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aCallThatOutlastsTheGraceEndsUnavailable(over carrier: Carrier) async throws {
        try await withEchoServer(
            over: carrier,
            configure: {
                $0.connection.maximumAge = .milliseconds(20)
                $0.connection.maximumAgeGrace = .milliseconds(50)
            }
        ) { server in
            let error = try await failure { _ = try await server.echo.sleep(EchoMessage()) }
            #expect(error.code == .unavailable)
            #expect(!error.wasNotProcessed)
        }
    }
}
