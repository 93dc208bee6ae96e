import NIOCore
import RollcallWire
import Testing

@testable import RollcallRPC

/// Every frame in every state of a client's end of a connection.
@Suite struct ClientMatrixTests {
    /// What has happened before; stream 3 is the call, 1 has ended before it.
    enum State: Int, CaseIterable {
        case beforeHello, idle, open, insideMessage, halfClosed, closed, cancelled, peerGoingAway

        func prepare() throws -> Victim {
            let victim = Victim.client()
            guard self != .beforeHello else { return victim }
            victim.receive(FrameUnderTest.hello("").write)
            guard self != .idle else { return victim }
            for id in [1, 3] as [UInt32] {
                victim.act { $0.calls?.open(FuzzService.chat, CallOptions()) }
                if id == 1 { victim.receive(FrameUnderTest.close("", 1).write) }
            }
            switch self {
            case .insideMessage:
                victim.receive(FrameUnderTest.data("", 3, [.message, .more]).write)
            case .halfClosed: victim.act { $0.calls?.finishSending(on: 1) }
            case .closed: victim.receive(FrameUnderTest.close("", 3).write)
            case .cancelled: victim.act { $0.calls?.cancel(1) }
            case .peerGoingAway: victim.receive(FrameUnderTest.goAway("", 0, last: 3).write)
            default: break
            }
            return victim
        }
    }

    /// The frames, and what each comes to in the states in their order.
    static let rows: [(FrameUnderTest, String)] = [
        // before HELLO, idle, open, inside a message, half-closed, closed, cancelled, peer going
        // away
        (.hello("HELLO"), ".FFFFFFF"),
        (.hello("HELLO on a stream", id: 3), "FFFFFFFF"),
        (.hello("HELLO with a body", body: [1]), "FFFFFFFF"),
        (FrameUnderTest("HELLO of another version", 1, meta: [8, 2, 16, 9]), "FFFFFFFF"),
        (FrameUnderTest("HELLO without a meta", 1), "FFFFFFFF"),
        (FrameUnderTest("HELLO that is malformed", 1, meta: FrameUnderTest.malformed), "IFFFFFFF"),

        (.open("OPEN", 5), "FFFFFFFF"),
        (.open("OPEN of an even id", 2), "FFFFFFFF"),

        (.data("DATA", 3, .message), "FF......"),
        (.data("DATA with END", 3, [.message, .end]), "FF......"),
        (.data("DATA with END alone", 3, .end), "FF.i...."),
        (.data("DATA with nothing", 3, []), "FF.i...."),
        (.data("DATA with a part of a message", 3, [.message, .more]), "FF......"),
        (.data("DATA with a part that is the end", 3, [.message, .more, .end]), "FFiii..X"),
        (.data("DATA with MORE alone", 3, .more), "FF.i...."),
        (.data("DATA with the reserved flag", 3, [.message, .reserved]), "IIIIIIII"),
        (.data("DATA with unknown flags", 3, [.message, .reservedBits]), "FF......"),
        (.data("DATA with a body that is no message", 3, [], body: [1]), "FIIIIIII"),
        (.data("DATA of stream 0", 0, .message), "FFFFFFFF"),
        (.data("DATA of an idle stream", 5, .message), "FFFFFFFF"),
        (.data("DATA of an even stream", 2, .message), "FFFFFFFF"),
        (.data("DATA of a stream that has ended", 1, .message), "FF......"),
        (.data("DATA of the highest stream", .max, .message), "FFFFFFFF"),

        (.close("CLOSE", 3), "FF.....X"),
        (.close("CLOSE that failed", 3, status: 5), "FF.....X"),
        (.close("CLOSE that refuses", 3, .refused, status: 8), "FF.....X"),
        (.close("CLOSE of an unknown status", 3, status: 99), "FF.....X"),
        (.close("CLOSE with a message", 3, .message), "FF.....X"),
        (.close("CLOSE with a part of a message", 3, [.message, .more]), "FFIII..I"),
        (.close("CLOSE with END", 3, [.message, .end]), "FFIII..I"),
        (.close("CLOSE with unknown flags", 3, .reservedBits), "FF.....X"),
        (.close("CLOSE on stream 0", 0), "FFFFFFFF"),
        (.close("CLOSE of an idle stream", 5), "FFFFFFFF"),
        (.close("CLOSE of an even stream", 2), "FFFFFFFF"),
        (.close("CLOSE of a stream that has ended", 1), "FF......"),
        (FrameUnderTest("CLOSE without a meta", 4, [], 3), "FF.....X"),
        (
            FrameUnderTest("CLOSE that is malformed", 4, [], 3, meta: FrameUnderTest.malformed),
            "FIIIIIII"
        ),
        (FrameUnderTest("CLOSE with a body that is no message", 4, [], 3, body: [1]), "FIIIIIII"),

        (.cancel("CANCEL", 3), "FFFFFFFF"),
        (.cancel("CANCEL of an idle stream", 5), "FFFFFFFF"),

        (.window("WINDOW", 0, 1), "F......."),
        (.window("WINDOW of a stream", 3, 1), "FF......"),
        (.window("WINDOW of 0", 0, 0), "FIIIIIII"),
        (.window("WINDOW of 0 of a stream", 3, 0), "FIIIIIII"),
        (.window("WINDOW over the maximum", 0, 1 << 31), "FIIIIIII"),
        (.window("WINDOW that goes over the maximum", 0, (1 << 31) - 1), "FIIIIIII"),
        (.window("WINDOW of a stream that goes over the maximum", 3, (1 << 31) - 1), "FFIII..I"),
        (.window("WINDOW of an idle stream", 5, 1), "FFFFFFFF"),
        (.window("WINDOW of a stream that has ended", 1, 1), "FF......"),
        (FrameUnderTest("WINDOW that is too short", 6, body: [0, 0, 1]), "FIIIIIII"),
        (FrameUnderTest("WINDOW without a body", 6), "FIIIIIII"),

        (.ping("PING", 0), "F......."),
        (.ping("PING that nobody asked for", 0, .acknowledgement), "F......."),
        (.ping("PING on a stream", 3), "FIIIIIII"),
        (
            FrameUnderTest("PING that is too long", 7, body: [UInt8](repeating: 0, count: 9)),
            "FIIIIIII"
        ),

        (.goAway("GOAWAY that takes up every call", 0, last: .max), "FX...XX."),
        (.goAway("GOAWAY that takes up this call", 0, last: 3), "FX...XX."),
        (.goAway("GOAWAY that does not take it up", 0, last: 1), "FXXXXXXX"),
        (.goAway("GOAWAY that takes up none", 0, last: 0), "FXXXXXXX"),
        (.goAway("GOAWAY on a stream", 3, last: .max), "FIIIIIII"),
        (FrameUnderTest("GOAWAY with a body", 8, body: [1]), "FIIIIIII"),
        (FrameUnderTest("GOAWAY without a meta", 8), "FXXXXXXX"),
        (FrameUnderTest("GOAWAY that is malformed", 8, meta: FrameUnderTest.malformed), "FIIIIIII"),

        (FrameUnderTest("an unknown type", 99), "UUUUUUUU"),
        (FrameUnderTest("an unknown type of a stream", 99, [], 3, body: [1]), "UUUUUUUU"),
        (FrameUnderTest("an unknown type that is ignorable", 99, .ignorable), "U......."),
        (
            FrameUnderTest(
                "an unknown type that is ignorable, of a stream", 99, .ignorable, 3, meta: [1],
                body: [1]), "U......."
        ),
        (FrameUnderTest("type 0", 0), "UUUUUUUU"),
        (
            FrameUnderTest(
                "type 255 with every flag but the reserved one", 255, FrameFlags(rawValue: 0xDF),
                .max),
            "U......."
        ),
        (
            FrameUnderTest("type 255 with every flag", 255, FrameFlags(rawValue: 0xFF), .max),
            "IIIIIIII"
        ),
    ]

    @Test(arguments: rows.indices)
    func everyFrameInEveryStateEndsAsItShould(_ index: Int) throws {
        let (frame, expected) = Self.rows[index]
        var seen = ""
        for state in State.allCases {
            let victim = try state.prepare()
            _ = try victim.sent()
            victim.act { $0.calls?.receive(on: 1) }
            victim.receive(frame.write)
            seen.append(try FrameOutcome.letter(of: victim))
            try ConnectionInvariants(victim.connection, "\(state)").check()
            if let finding = victim.transport.finding { throw finding }
            victim.end()
            #expect(victim.calls?.running == 0, "\(state)")
        }
        #expect(seen == expected, "\(frame.name)")
    }
}
