import NIOCore
import RollcallWire
import Testing

@testable import RollcallRPC

/// Every frame in every state of a server's end of a connection.
@Suite struct ServerMatrixTests {
    /// What has happened before; stream 5 is the call, 3 has ended before it, 1 was never opened.
    enum State: Int, CaseIterable {
        case beforeHello, idle, open, insideMessage, halfClosed, closed, cancelled
        case draining, peerGoingAway, announced

        func prepare() throws -> Victim {
            let victim = try Victim.server()
            guard self != .beforeHello else { return victim }
            victim.receive(FrameUnderTest.hello("").write)
            guard self != .idle else { return victim }
            victim.receive(FrameUnderTest.open("", 3).write)
            victim.receive { $0.writeFrame(.open, flags: first, streamID: 5, meta: open) }
            switch self {
            case .cancelled: victim.receive(FrameUnderTest.cancel("", 5).write)
            case .announced: victim.act { $0.server?.drain() }
            case .draining:
                victim.act { $0.server?.drain() }
                victim.act { $0.connection.stopTaking() }
            case .peerGoingAway: victim.receive(FrameUnderTest.goAway("", 0, last: 0).write)
            default: break
            }
            return victim
        }

        /// The handler of Ignore goes on until it is let through.
        private var open: Open {
            Open(method: (self == .closed ? FuzzService.chat : FuzzService.ignore).path)
        }

        private var first: FrameFlags {
            switch self {
            case .halfClosed, .closed: .end
            case .insideMessage: [.message, .more]
            // The handler begins with the first message.
            default: .message
            }
        }
    }

    private static let longest = String(repeating: "m", count: 256)
    private static let malformed = FrameUnderTest.malformed

    /// The frames, and what each comes to in the states in their order.
    static let rows: [(FrameUnderTest, String)] = [
        // before HELLO, idle, open, inside a message, half-closed, closed, cancelled, draining,
        // peer going away
        (.hello("HELLO"), ".FFFFFFFF"),
        (.hello("HELLO on a stream", id: 5), "FFFFFFFFF"),
        (.hello("HELLO with a body", body: [1]), "FFFFFFFFF"),
        (FrameUnderTest("HELLO of another version", 1, meta: [8, 2, 16, 9]), "FFFFFFFFF"),
        (FrameUnderTest("HELLO without a meta", 1), "FFFFFFFFF"),
        (FrameUnderTest("HELLO that is malformed", 1, meta: FrameUnderTest.malformed), "IFFFFFFFF"),

        (.open("OPEN", 7), "F........"),
        (.open("OPEN of the highest id", FrameHeader.highestStreamID), "F........"),
        (.open("OPEN of an id over the highest", FrameHeader.highestStreamID + 2), "FFFFFFFFF"),
        (.open("OPEN of the highest number", .max), "FFFFFFFFF"),
        (.open("OPEN on stream 0", 0), "FFFFFFFFF"),
        (.open("OPEN of an even id", 6), "FFFFFFFFF"),
        (.open("OPEN of the same id", 5), "F.FFFFFFF"),
        (.open("OPEN of a lower id", 1), "F.FFFFFFF"),
        (.open("OPEN without a message", 7, []), "F........"),
        (.open("OPEN with END alone", 7, .end), "F........"),
        (.open("OPEN with a part of a message", 7, [.message, .more]), "F........"),
        (.open("OPEN with a part that is the end", 7, [.message, .more, .end]), "Fiiiiii.i"),
        (.open("OPEN with MORE alone", 7, .more), "F........"),
        (.open("OPEN with unknown flags", 7, [.message, .end, .reservedBits]), "F........"),
        (
            .open("OPEN with the flags of others", 7, [.message, .end, .ignorable, .refused]),
            "F........"
        ),
        (.open("OPEN with a body that is no message", 7, .end, body: [1]), "FIIIIIIII"),
        (FrameUnderTest("OPEN without a meta", 2, .end, 7), "Fuuuuuu.u"),
        (.open("OPEN of a method of 256 bytes", Open(method: longest)), "Fuuuuuu.u"),
        (.open("OPEN of a method of 257 bytes", Open(method: longest + "m")), "Fiiiiii.i"),
        (
            .open("OPEN with text under a key for bytes", [.init(key: "k-bin", value: "text")]),
            "Fiiiiii.i"
        ),
        (
            .open("OPEN with bytes under a key for text", [.init(key: "k", binaryValue: [1])]),
            "Fiiiiii.i"
        ),
        (
            .open(
                "OPEN with a key of 129 bytes",
                [.init(key: String(repeating: "k", count: 129), value: "text")]), "Fiiiiii.i"
        ),
        (
            FrameUnderTest("OPEN that is malformed", 2, .end, 7, meta: FrameUnderTest.malformed),
            "FIIIIII.I"
        ),
        (
            FrameUnderTest(
                "OPEN that is malformed, of a lower id", 2, .end, 1, meta: FrameUnderTest.malformed),
            "FIFFFFFFF"
        ),

        (.data("DATA", 5, .message), "FF..i...."),
        (.data("DATA with END", 5, [.message, .end]), "FF..i...."),
        (.data("DATA with END alone", 5, .end), "FF.ii...."),
        (.data("DATA with nothing", 5, []), "FF.ii...."),
        (.data("DATA with a part of a message", 5, [.message, .more]), "FF..i...."),
        (.data("DATA with a part that is the end", 5, [.message, .more, .end]), "FFiii..ii"),
        (.data("DATA with MORE alone", 5, .more), "FF.ii...."),
        (.data("DATA with the reserved flag", 5, [.message, .reserved]), "IIIIIIIII"),
        (FrameUnderTest("DATA with a meta", 3, .message, 5, meta: malformed), "FF..i...."),
        (.data("DATA with unknown flags", 5, [.message, .reservedBits]), "FF..i...."),
        (.data("DATA with a body that is no message", 5, [], body: [1]), "FIIIIIIII"),
        (.data("DATA of stream 0", 0, .message), "FFFFFFFFF"),
        (.data("DATA of an idle stream", 7, .message), "FFFFFFFFF"),
        (.data("DATA of an even stream", 4, .message), "FFFFFFFFF"),
        (.data("DATA of a stream that has ended", 3, .message), "FF......."),
        (.data("DATA of a stream that was passed over", 1, .message), "FF......."),
        (.data("DATA of the highest stream", .max, .message), "FFFFFFFFF"),

        (.close("CLOSE", 5), "FFFFFFFFF"),
        (.close("CLOSE on stream 0", 0), "FFFFFFFFF"),
        (.close("CLOSE of an idle stream", 7), "FFFFFFFFF"),

        (.cancel("CANCEL", 5), "FF......."),
        (.cancel("CANCEL with a body", 5, body: [1]), "FIIIIIIII"),
        (.cancel("CANCEL on stream 0", 0), "FFFFFFFFF"),
        (.cancel("CANCEL of an idle stream", 7), "FFFFFFFFF"),
        (.cancel("CANCEL of a stream that has ended", 3), "FF......."),
        (.cancel("CANCEL of a stream that was passed over", 1), "FF......."),
        (FrameUnderTest("CANCEL without a meta", 5, [], 5), "FF......."),
        (
            FrameUnderTest(
                "CANCEL with another status", 5, [], 5, meta: Cancel(status: 99).serialized()),
            "FF......."
        ),
        (
            FrameUnderTest("CANCEL that is malformed", 5, [], 5, meta: FrameUnderTest.malformed),
            "FIIIIIIII"
        ),

        (.window("WINDOW", 0, 1), "F........"),
        (.window("WINDOW of a stream", 5, 1), "FF......."),
        (.window("WINDOW of 0", 0, 0), "FIIIIIIII"),
        (.window("WINDOW of 0 of a stream", 5, 0), "FIIIIIIII"),
        (.window("WINDOW over the maximum", 0, 1 << 31), "FIIIIIIII"),
        (.window("WINDOW that goes over the maximum", 0, (1 << 31) - 1), "FIIIIIIII"),
        (.window("WINDOW of a stream that goes over the maximum", 5, (1 << 31) - 1), "FFIII..II"),
        (.window("WINDOW of an idle stream", 7, 1), "FFFFFFFFF"),
        (.window("WINDOW of a stream that has ended", 3, 1), "FF......."),
        (FrameUnderTest("WINDOW that is too short", 6, body: [0, 0, 1]), "FIIIIIIII"),
        (FrameUnderTest("WINDOW that is too long", 6, body: [0, 0, 0, 0, 1]), "FIIIIIIII"),
        (FrameUnderTest("WINDOW without a body", 6), "FIIIIIIII"),
        (FrameUnderTest("WINDOW with a meta", 6, meta: [8, 1], body: [0, 0, 0, 1]), "F........"),
        (
            FrameUnderTest(
                "WINDOW with every flag", 6, [.end, .message, .more, .ignorable],
                body: [0, 0, 0, 1]), "F........"
        ),

        (.ping("PING", 0), "F........"),
        (.ping("PING that nobody asked for", 0, .acknowledgement), "F........"),
        (.ping("PING with every other flag", 0, [.end, .message, .more, .ignorable]), "F........"),
        (.ping("PING on a stream", 5), "FIIIIIIII"),
        (FrameUnderTest("PING that is too short", 7, body: [1]), "FIIIIIIII"),
        (FrameUnderTest("PING without a body", 7), "FIIIIIIII"),
        (
            FrameUnderTest("PING that is too long", 7, body: [UInt8](repeating: 0, count: 9)),
            "FIIIIIIII"
        ),

        (.goAway("GOAWAY", 0, last: 0), "F........"),
        (.goAway("GOAWAY on a stream", 5, last: .max), "FIIIIIIII"),
        (FrameUnderTest("GOAWAY with a body", 8, body: [1]), "FIIIIIIII"),
        (FrameUnderTest("GOAWAY without a meta", 8), "F........"),
        (
            FrameUnderTest("GOAWAY that is malformed", 8, meta: FrameUnderTest.malformed),
            "FIIIIIIII"
        ),

        (FrameUnderTest("an unknown type", 99), "UUUUUUUUU"),
        (FrameUnderTest("an unknown type of a stream", 99, [], 5, body: [1]), "UUUUUUUUU"),
        (FrameUnderTest("an unknown type that is ignorable", 99, .ignorable), "U........"),
        (
            FrameUnderTest(
                "an unknown type that is ignorable, of a stream", 99, .ignorable, 5, meta: [1],
                body: [1]), "U........"
        ),
        (
            FrameUnderTest(
                "an unknown type that is ignorable, of an idle stream", 99, .ignorable, 7),
            "U........"
        ),
        (FrameUnderTest("type 0", 0), "UUUUUUUUU"),
        (
            FrameUnderTest(
                "type 255 with every flag but the reserved one", 255, FrameFlags(rawValue: 0xDF),
                .max),
            "U........"
        ),
        (
            FrameUnderTest("type 255 with every flag", 255, FrameFlags(rawValue: 0xFF), .max),
            "IIIIIIIII"
        ),
    ]

    @Test(arguments: rows.indices)
    func everyFrameInEveryStateEndsAsItShould(_ index: Int) throws {
        let frame = Self.rows[index].0
        var expected = Self.rows[index].1
        // A server that has only said that it is going away takes everything as before, like one
        // whose peer is going away.
        expected.append(contentsOf: expected.suffix(1))
        var seen = ""
        for state in State.allCases {
            let victim = try state.prepare()
            _ = try victim.sent()
            victim.receive(frame.write)
            seen.append(try FrameOutcome.letter(of: victim))
            try ConnectionInvariants(victim.connection, "\(state)").check()
            if let finding = victim.transport.finding { throw finding }
            victim.end()
            #expect(victim.server?.runningHandlers == 0)
        }
        #expect(seen == expected, "\(frame.name)")
    }
}
