import NIOCore
import RollcallRPC
import RollcallWire
import TestEcho
import TestServers
import Testing

/// What a client makes of a server that breaks the rules, or breaks off. (Connect's conformance
/// group "client_unexpected", gRPC's negative transport tests.)
@Suite struct UnexpectedAnswerTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: StatusCode
        var wasNotProcessed = false
        var closesAfter: FrameType?
        var answer: @Sendable (UInt32, inout ByteBuffer) -> Void = { _, _ in }
    }

    static let cases: [Case] = [
        Case(testDescription: "well, but no response", code: .internal) { $1.writeClose($0) },
        Case(testDescription: "two responses", code: .internal) { id, bytes in
            bytes.writeData(id, EchoMessage(number: 1))
            bytes.writeClose(id, message: EchoMessage(number: 2))
        },
        Case(testDescription: "a response that is no message", code: .internal) { id, bytes in
            bytes.writeFrame(
                .close, flags: .message, streamID: id, meta: Close(),
                body: ByteBuffer(bytes: [0xFF, 0xFF]))
        },
        Case(testDescription: "a response that has no end", code: .internal) { id, bytes in
            bytes.writeData(id, EchoMessage(number: 1), flags: [.message, .more])
            bytes.writeClose(id)
        },
        Case(testDescription: "a code that nobody knows", code: .unknown) { id, bytes in
            bytes.writeFrame(.close, streamID: id, meta: Close(status: 99, message: "odd"))
        },
        Case(testDescription: "failed, with a response", code: .notFound) {
            $1.writeClose($0, .notFound, message: EchoMessage(number: 1))
        },
        Case(testDescription: "refused for good", code: .resourceExhausted, wasNotProcessed: true) {
            $1.writeClose($0, .resourceExhausted, flags: .refused)
        },
        Case(testDescription: "trailers against the rules", code: .invalidArgument) { id, bytes in
            let trailer = MetadataEntry(key: "UPPER", value: "x")
            bytes.writeFrame(.close, streamID: id, meta: Close(trailers: [trailer]))
        },
        Case(testDescription: "a stream that was never opened", code: .unavailable) {
            $1.writeClose($0 + 2)
        },
        Case(testDescription: "a meta that is malformed", code: .unavailable) { id, bytes in
            bytes.writeRaw(4, id: id, meta: 2, length: 2, bytes: [0xFF, 0xFF])
        },
        Case(testDescription: "bytes of another protocol", code: .unavailable) { _, bytes in
            bytes.writeString("HTTP/1.1 400 Bad Request\r\n\r\n")
        },
        Case(testDescription: "closed without a word", code: .unavailable, closesAfter: .open),
        Case(testDescription: "closed in the middle", code: .unavailable, closesAfter: .open) {
            $1.writeData($0, EchoMessage(number: 1), flags: [.message, .more])
        },
        Case(testDescription: "closed in a header", code: .unavailable, closesAfter: .open) {
            _, bytes in bytes.writeBytes([0, 0, 0])
        },
        Case(testDescription: "closed behind the response", code: .unavailable, closesAfter: .open)
        {
            $1.writeData($0, EchoMessage(number: 1))
        },
    ]

    @Test(arguments: cases)
    func aUnaryCallEndsInATypedError(_ expected: Case) async throws {
        try await RawServer.run(closesAfter: expected.closesAfter) { frame, bytes in
            if frame.isOpen { expected.answer(frame.header.streamID, &bytes) }
        } _: { server in
            let error = try await failure { _ = try await server.echo.echo(EchoMessage()) }
            #expect(error.code == expected.code)
            #expect(error.wasNotProcessed == expected.wasNotProcessed)
        }
    }

    @Test func aResponseInFragmentsOfFiveBytesArrives() async throws {
        let message = EchoMessage(payload: pattern(314_159))
        try await RawServer.run { frame, bytes in
            guard frame.isOpen else { return }
            let id = frame.header.streamID
            var rest = ByteBuffer(bytes: message.serialized())
            while let part = rest.readSlice(length: min(5, rest.readableBytes)),
                part.readableBytes > 0
            {
                let flags: FrameFlags = rest.readableBytes > 0 ? [.message, .more] : .message
                bytes.writeFrameHeader(
                    FrameHeader(
                        payloadLength: part.readableBytes, type: 3, flags: flags, streamID: id))
                bytes.writeImmutableBuffer(part)
            }
            bytes.writeClose(id)
        } _: { server in
            let answer = try await server.echo.echo(EchoMessage())
            #expect(answer == message)
        }
    }

    @Test func aPingBetweenTheBeginningAndTheMessageIsAnswered() async throws {
        try await RawServer.run { frame, bytes in
            let id: UInt32 = 1
            switch FrameType(rawValue: frame.header.type) {
            case .open: bytes.writeFrame(.ping, body: UInt64(77))
            case .ping:
                let isAnswer =
                    frame.header.flags.contains(.acknowledgement)
                    && frame.body.getInteger(at: frame.body.readerIndex) == UInt64(77)
                bytes.writeClose(id, message: EchoMessage(number: isAnswer ? 1 : 2))
            default: break
            }
        } _: { server in
            let answer = try await server.echo.echo(EchoMessage())
            #expect(answer.number == 1)
        }
    }

    @Test func theCallAfterAGoAwayTakesAnotherConnection() async throws {
        try await RawServer.run { frame, bytes in
            guard frame.isOpen else { return }
            #expect(frame.header.streamID == 1)
            bytes.writeFrame(.goAway, meta: GoAway(lastStreamID: 1))
            bytes.writeClose(1, message: EchoMessage(number: 1))
        } _: { server in
            let echo = EchoServiceClient(retrying(server.client))
            for _ in 0..<5 {
                let answer = try await echo.echo(EchoMessage())
                #expect(answer.number == 1)
            }
        }
    }

    @Test func anAnswerByteForByteIsUnderstood() async throws {
        try await RawServer.run { frame, bytes in
            guard frame.isOpen else { return }
            bytes.writeRaw(99, flags: .ignorable, length: 3, bytes: [1, 2, 3])
            bytes.writeClose(1, message: EchoMessage(payload: pattern(10), number: 3))
        } _: { server in
            let answer = try await server.echo.echo(EchoMessage())
            #expect(answer == EchoMessage(payload: pattern(10), number: 3))
        }
    }

    @Test(arguments: [
        "line\r\nX-Injected: 1", "nul\u{1}\u{7F}", "tab\t", "\u{202E}right to left", "é漢🙂",
    ])
    func theTextOfAnErrorArrivesAsItIs(_ text: String) async throws {
        try await RawServer.run { frame, bytes in
            if frame.isOpen { bytes.writeClose(1, .aborted, text) }
        } _: { server in
            let error = try await failure { _ = try await server.echo.echo(EchoMessage()) }
            #expect(error.code == .aborted && error.message == text)
        }
    }

    @Test(arguments: [[0x12, 2, 0xC3, 0x28], [0x12, 3, 0x61, 0, 0x62]] as [[UInt8]])
    func aTextThatIsNoTextEndsTheConnection(_ meta: [UInt8]) async throws {
        try await RawServer.run { frame, bytes in
            if frame.isOpen {
                bytes.writeRaw(4, id: 1, meta: meta.count, length: meta.count, bytes: meta)
            }
        } _: { server in
            let error = try await failure { _ = try await server.echo.echo(EchoMessage()) }
            #expect(error.code == .unavailable)
        }
    }
}
