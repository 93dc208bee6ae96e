import RollcallRPC
import TestEcho
import TestServers
import Testing

/// What a server says before the first and after the last message.
@Suite struct ResponseMetadataTests {
    @Test(arguments: Carrier.allCases)
    func initialMetadataComesBeforeTheFirstMessage(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let answers = try await server.echo.expand(EchoMessage(number: 2, text: "metadata"))
            let initial = try await answers.initialMetadata
            #expect(initial[text: "initial"] == "hello")
            #expect(initial[bytes: "initial-bin"] == [0, 0xAB, 0xFF])
            for number in 0..<2 as Range<Int64> {
                #expect(try await answers.next()?.number == number)
            }
            #expect(try await answers.next() == nil)
            #expect(answers.trailers[bytes: "trailing-bin"] == [0xAB, 0xAB, 0xAB])
        }
    }

    @Test(arguments: Carrier.allCases)
    func aCallWithoutInitialMetadataSaysSo(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            for number in [0, 1] as [Int64] {
                let answers = try await server.echo.expand(EchoMessage(number: number))
                #expect(try await answers.initialMetadata.isEmpty)
                answers.cancel()
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func initialMetadataBehindAMessageIsRefused(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let answers = try await server.echo.expand(EchoMessage(number: 1, text: "late"))
            #expect(try await answers.next()?.number == 0)
            let error = try await failure { _ = try await answers.next() }
            #expect(error.code == .failedPrecondition)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aFailedCallHasTheTrailersThatWereSet(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let answers = try await server.echo.expand(EchoMessage(text: "metadata fail"))
            let error = try await failure { _ = try await answers.next() }
            #expect(error.code == .dataLoss)
            #expect(error.trailers[bytes: "trailing-bin"] == [0xAB, 0xAB, 0xAB])
        }
    }
}
