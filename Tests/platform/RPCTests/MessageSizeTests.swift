import RollcallRPC
import TestEcho
import TestServers
import Testing

/// The longest message, and one byte more, in both directions of each kind of call.
@Suite struct MessageSizeTests {
    private static let limit = ConnectionConfiguration().maximumMessageSize
    private static let carriers = [Carrier.memory, .tcp, .unixSocket]

    /// A message of so many bytes when it is encoded.
    private static func message(size: Int) -> EchoMessage {
        // Its tag and its length take five bytes.
        let message = EchoMessage(payload: [UInt8](repeating: 7, count: size - 5))
        precondition(message.serializedSize == size)
        return message
    }

    /// Handlers that take whatever comes, and answer with as many bytes as `number` says.
    private static func addRoutes(_ router: inout Router) {
        @Sendable func answer(to request: EchoMessage) -> EchoMessage {
            request.number == 0 ? EchoMessage(number: 1) : message(size: Int(request.number))
        }
        router.unary(EchoServiceMethods.echo) { request, _ in answer(to: request) }
        router.clientStreaming(EchoServiceMethods.collect) { requests, _ in
            var last = EchoMessage()
            for try await request in requests { last = request }
            return answer(to: last)
        }
        router.serverStreaming(EchoServiceMethods.expand) { request, responses, _ in
            try await responses.send(answer(to: request))
        }
        router.bidirectional(EchoServiceMethods.chat) { requests, responses, _ in
            for try await request in requests { try await responses.send(answer(to: request)) }
        }
    }

    private func call(
        _ kind: InteropTests.Kind, _ client: NetworkClient, _ request: EchoMessage
    ) async throws -> EchoMessage? {
        let echo = EchoServiceClient(client)
        switch kind {
        case .unary: return try await echo.echo(request)
        case .clientStream:
            let call = try await echo.collect()
            // What refuses the message ends the call before all of it is sent.
            try? await call.send(request)
            return try await call.finish()
        case .serverStream: return try await echo.expand(request).next()
        case .bidirectional:
            let chat = try await echo.chat()
            try? await chat.send(request)
            chat.finishSending()
            return try await chat.responses.next()
        }
    }

    @Test(arguments: InteropTests.Kind.allCases, carriers)
    func theLongestRequestIsTakenAndOneByteMoreIsRefused(
        _ kind: InteropTests.Kind, over carrier: Carrier
    ) async throws {
        try await withServer(over: carrier, Self.addRoutes) { client, _ in
            let answer = try await call(kind, client, Self.message(size: Self.limit))
            #expect(answer?.number == 1)
            let error = try await failure {
                _ = try await call(kind, client, Self.message(size: Self.limit + 1))
            }
            #expect(error.code == .resourceExhausted)
            #expect(!error.wasNotProcessed)
            // The connection goes on.
            #expect(try await call(kind, client, EchoMessage())?.number == 1)
        }
    }

    @Test(arguments: InteropTests.Kind.allCases, carriers)
    func theLongestResponseIsTakenAndOneByteMoreIsRefused(
        _ kind: InteropTests.Kind, over carrier: Carrier
    ) async throws {
        try await withServer(over: carrier, Self.addRoutes) { client, _ in
            let request = EchoMessage(number: Int64(Self.limit))
            let answer = try await call(kind, client, request)
            #expect(answer == Self.message(size: Self.limit))
            let error = try await failure {
                _ = try await call(kind, client, EchoMessage(number: Int64(Self.limit + 1)))
            }
            #expect(error.code == .resourceExhausted)
            #expect(try await call(kind, client, EchoMessage())?.number == 1)
        }
    }
}
