import RollcallRPC
import TestEcho
import TestServers
import TestSupport
import Testing

@Suite struct StatusTests {
    @Test(
        arguments: StatusCode.allCases.filter { $0 != .ok }, [Carrier.memory, .tcp, .unixSocket])
    func everyCodeCrossesWithMessageDetailsAndTrailers(
        _ code: StatusCode, over carrier: Carrier
    ) async throws {
        try await withEchoServer(over: carrier) { server in
            let text =
                "\t\ntest with whitespace\r\nand Unicode BMP \u{263A} and non-BMP \u{1F608}\t\n"
            let request = EchoMessage(number: Int64(code.rawValue), text: text)
            let error = try await failure { _ = try await server.echo.fail(request) }
            #expect(error.code == code)
            #expect(error.message == text)
            #expect(error.detail(EchoMessage.self) == EchoMessage(text: "detail"))
            #expect(error.trailers[bytes: "trailer-bin"] == [0xAB, 0xAB])
            #expect(error.isFromServer)
        }
    }

    /// Before the first message, behind it, and behind more than the window holds.
    @Test(
        arguments: StatusCode.allCases.filter { $0 != .ok }, [Carrier.memory, .tcp, .unixSocket])
    func everyCodeEndsAServerStreamBehindItsMessages(
        _ code: StatusCode, over carrier: Carrier
    ) async throws {
        try await withServer(
            over: carrier,
            { router in
                router.serverStreaming(EchoServiceMethods.expand) { request, responses, context in
                    for number in 0..<request.number {
                        try await responses.send(
                            EchoMessage(payload: request.payload, number: number))
                    }
                    var trailers = Metadata()
                    try trailers.add("trailer-bin", bytes: [0xAB, 0xAB])
                    throw RPCError(
                        code, request.text, details: [ErrorDetail(EchoMessage(text: "detail"))],
                        trailers: trailers)
                }
            }
        ) { client, _ in
            for (count, size) in [(0, 0), (1, 10), (20, 30_000)] {
                let text = "\tbehind \(count) \u{263A} \u{1F608}\n"
                let answers = try await EchoServiceClient(client).expand(
                    EchoMessage(payload: pattern(size), number: Int64(count), text: text))
                for number in 0..<count {
                    let answer = try await answers.next()
                    #expect(answer == EchoMessage(payload: pattern(size), number: Int64(number)))
                }
                for _ in 0..<2 {
                    let error = try await failure { _ = try await answers.next() }
                    #expect(error.code == code)
                    #expect(error.message == text)
                    #expect(error.detail(EchoMessage.self) == EchoMessage(text: "detail"))
                    #expect(error.trailers[bytes: "trailer-bin"] == [0xAB, 0xAB])
                    #expect(!error.wasNotProcessed)
                }
            }
        }
    }

    @Test func aMessageLosesWhatWouldEndItInC() async throws {
        try await withServer(
            over: .memory,
            { router in
                router.serverStreaming(EchoServiceMethods.expand) { _, _, _ in
                    throw RPCError(.aborted, "a sen\0tence")
                }
            }
        ) { client, _ in
            let answers = try await EchoServiceClient(client).expand(EchoMessage())
            let error = try await failure { _ = try await answers.next() }
            #expect(error.message == "a sentence")
        }
    }

    @Test(arguments: Carrier.allCases)
    func theUnforeseenSaysNothingToThePeer(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let error = try await failure {
                _ = try await server.echo.fail(EchoMessage(number: 99))
            }
            #expect(error.code == .internal)
            #expect(error.message == "an internal error; it is in the log of the service")
        }
    }

    @Test(arguments: Carrier.allCases)
    func anUnknownMethodIsUnimplemented(over carrier: Carrier) async throws {
        let method = Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.EchoService", name: "Nothing", kind: .unary,
            access: .anyone)
        try await withEchoServer(over: carrier) { server in
            let error = try await failure {
                let _: EchoMessage = try await server.client.unary(
                    method, EchoMessage(), CallOptions())
            }
            #expect(error.code == .unimplemented)
        }
    }

    @Test(arguments: Carrier.allCases)
    func metadataArrivesUnderItsKey(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            var options = CallOptions()
            try options.metadata.add("color", text: "bläulich")
            try options.metadata.add("color-bin", bytes: [0, 1, 255])
            let seen = try await server.echo.describe(EchoMessage(text: "color"), options: options)
            #expect(seen.text == "bläulich")
            #expect(seen.payload == [0, 1, 255])
        }
    }

    @Test func metadataOverTheLimitFailsItsCallOnly() async throws {
        try await withEchoServer(over: .tcp) { server in
            let echo = server.echo
            let sleeper = Task { try await echo.sleep(EchoMessage()) }
            try await eventually { server.handler.sleepers.withLock { $0.begun } == 1 }
            var options = CallOptions()
            try options.metadata.add("long", text: String(repeating: "x", count: 17_000))
            let error = try await failure {
                _ = try await echo.echo(EchoMessage(), options: options)
            }
            #expect(error.code == .invalidArgument)
            #expect(server.server.connectionCount == 1)
            sleeper.cancel()
            #expect(try await failure { _ = try await sleeper.value }.code == .cancelled)
        }
    }

    @Test func aTraceContextOfAnotherFormIsNotPassedOn() async throws {
        try await withEchoServer(over: .memory) { server in
            let long = CallOptions(traceparent: String(repeating: "x", count: 16_000))
            #expect(try await server.echo.echo(EchoMessage(number: 1), options: long).number == 1)
            let form = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            for (sent, seen) in [(form, form), (form + "0", "")] {
                let answer = try await server.echo.describe(
                    EchoMessage(text: "traceparent"), options: CallOptions(traceparent: sent))
                #expect(answer.text == seen)
            }
        }
    }

    @Test(arguments: ["", "UPPER", "sp ace", "color-bin", String(repeating: "k", count: 129)])
    func aBadMetadataKeyIsRefused(_ key: String) {
        var metadata = Metadata()
        #expect(throws: RPCError.self) { try metadata.add(key, text: "value") }
    }

    @Test(arguments: ["line\nbreak", "nul\0", "carriage\r", "delete\u{7F}"])
    func controlCharactersInMetadataAreRefused(_ value: String) {
        var metadata = Metadata()
        #expect(throws: RPCError.self) { try metadata.add("key", text: value) }
    }
}
