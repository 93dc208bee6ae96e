import Foundation
import NIOCore
import RollcallRPC
import RollcallWire
import TestEcho
import TestSupport
import Testing

/// Floods, half-open connections and wasted memory: each is bounded, and another client is served
/// all along.
@Suite(.serialized) struct HostilePeerTests {
    private func attack(
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ body: (RawPeer, EchoServer) async throws -> Void
    ) async throws {
        try await withEchoServer(over: .tcp, configure: configure) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            try await body(peer, server)
            #expect(try await server.echo.echo(EchoMessage(number: 5)).number == 5)
            peer.close()
        }
    }

    /// The memory of this process, in bytes (proc_pid_statm(5)).
    private var resident: Int {
        get throws {
            let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            return try #require(pages) * Int(getpagesize())
        }
    }

    @Test func endsThatThePeerProvokesAreCountedLikeItsCancels() async throws {
        try await attack { peer, server in
            peer.send { bytes in
                for call in 0..<1000 as Range<UInt32> {
                    bytes.writeOpen(call * 2 + 1, "Sleep")
                    bytes.writeRaw(3, flags: .message, id: call * 2 + 1, length: 0)
                }
            }
            try await eventually { peer.isClosed }
            #expect(peer.goAway == .resourceExhausted)
            #expect(server.handler.sleepers.withLock { $0.begun } <= 256)
        }
    }

    @Test func aMessageWithoutAnEndStopsAtItsLimit() async throws {
        try await attack { peer, _ in
            let part = [UInt8](repeating: 7, count: 60_000)
            peer.send { $0.writeOpen(1, "Collect", flags: []) }
            for _ in 0..<100 {
                peer.send {
                    $0.writeRaw(3, flags: [.message, .more], id: 1, length: 60_000, bytes: part)
                }
            }
            try await eventually { peer.status(of: 1) == .resourceExhausted }
            peer.send { $0.writeOpen(3) }
            try await eventually { peer.status(of: 3) == .ok }
        }
    }

    @Test func fragmentsOfOneByteHoldNoMoreThanTheirBytes() async throws {
        try await attack { peer, _ in
            let before = try resident
            // 20 messages that never end, of 500 fragments each: within the window by their cost.
            for call in 0..<20 as Range<UInt32> {
                peer.send { bytes in
                    bytes.writeOpen(call * 2 + 1, "Collect", flags: [])
                    for _ in 0..<500 {
                        bytes.writeRaw(
                            3, flags: [.message, .more], id: call * 2 + 1, length: 1, bytes: [7])
                    }
                }
            }
            peer.send { $0.writeOpen(99) }
            try await eventually { peer.status(of: 99) == .ok || peer.isClosed }
            #expect(peer.goAway == nil)
            let grown = try resident - before
            #expect(grown < 8 * 1024 * 1024)
        }
    }

    @Test func anAdvertisedLengthTakesNoMemory() async throws {
        try await attack { _, server in
            var peers: [RawPeer] = []
            let before = try resident
            for _ in 0..<200 {
                let peer = try await RawPeer.connect(to: server.endpoint)
                peer.send { $0.writeHello() }
                peer.send { $0.writeRaw(2, id: 1, meta: 100, length: 65_636, bytes: [1, 2, 3]) }
                peers.append(peer)
            }
            try await eventually { server.server.connectionCount >= 201 }
            #expect(try await server.echo.echo(EchoMessage(number: 6)).number == 6)
            // 64 KiB each would be 13 MB; both ends of the sockets live here.
            let grown = try resident - before
            #expect(grown < 8 * 1024 * 1024)
            for peer in peers { peer.close() }
        }
    }

    @Test func connectionsThatSayNothingDoNotStopOthers() async throws {
        try await attack(configure: { $0.connection.helloTimeout = .milliseconds(500) }) {
            _, server in
            var peers: [RawPeer] = []
            for _ in 0..<100 {
                let peer = try await RawPeer.connect(to: server.endpoint)
                peer.send { $0.writeBytes([0, 0]) }
                peers.append(peer)
            }
            #expect(try await server.echo.echo(EchoMessage(number: 6)).number == 6)
            for peer in peers { try await eventually { peer.isClosed } }
        }
    }

    @Test func ignorableFramesThatNobodyReadsTheAnswersOfAreBounded() async throws {
        try await attack { peer, _ in
            // No answer is owed to them: they cost nothing but their bytes.
            peer.send { bytes in
                for _ in 0..<20_000 { bytes.writeRaw(99, flags: .ignorable, length: 0) }
                bytes.writeOpen(1)
            }
            try await eventually { peer.status(of: 1) == .ok }
        }
    }

    @Test func aReaderThatNeverReadsCostsItsWindowAndNoMore() async throws {
        try await attack { peer, server in
            try await peer.stopReading()
            let before = try resident
            let request = EchoMessage(payload: pattern(60_000), number: 10_000)
            peer.send { bytes in
                for call in 0..<8 as Range<UInt32> {
                    bytes.writeFrame(.window, body: UInt32(10_000_000))
                    bytes.writeOpen(call * 2 + 1, "Expand", message: request)
                }
            }
            for number in 0..<20 {
                let answer = try await server.echo.echo(EchoMessage(number: Int64(number)))
                #expect(answer.number == number)
            }
            let grown = try resident - before
            #expect(grown < 24 * 1024 * 1024)
        }
    }

    /// Metadata against the rules, and what its call ends with.
    static let metadata: [(name: String, entries: [MetadataEntry], code: StatusCode)] = [
        (
            "65 entries",
            [MetadataEntry](repeating: MetadataEntry(key: "k", value: "v"), count: 65),
            .resourceExhausted
        ),
        ("an empty key", [MetadataEntry(key: "", value: "v")], .invalidArgument),
        ("a key in capitals", [MetadataEntry(key: "Key", value: "v")], .invalidArgument),
        (
            "a key of 129 bytes",
            [MetadataEntry(key: String(repeating: "k", count: 129), value: "v")], .invalidArgument
        ),
        ("text for bytes", [MetadataEntry(key: "text-bin", value: "v")], .invalidArgument),
        ("bytes for text", [MetadataEntry(key: "text", binaryValue: [118])], .invalidArgument),
        ("a line break", [MetadataEntry(key: "k", value: "a\r\nb: c")], .invalidArgument),
        (
            "the same key 64 times",
            [MetadataEntry](
                repeating: MetadataEntry(key: "text", value: "v"), count: 64), .ok
        ),
        ("bytes", [MetadataEntry(key: "text-bin", binaryValue: [0, 10, 255])], .ok),
    ]

    @Test(arguments: metadata.indices)
    func metadataAgainstTheRulesEndsItsCallOnly(_ index: Int) async throws {
        let (name, entries, code) = Self.metadata[index]
        try await attack { peer, _ in
            let open = Open(method: "rollcall.test.v1.EchoService/Echo", metadata: entries)
            peer.send {
                $0.writeFrame(.open, flags: [.message, .end], streamID: 1, meta: open)
                $0.writeOpen(3)
            }
            try await eventually { peer.status(of: 3) == .ok }
            try await eventually { peer.status(of: 1) != nil }
            #expect(peer.status(of: 1) == code, "\(name)")
        }
    }

    @Test func aDeadlineThatHasPassedEndsTheCall() async throws {
        try await attack { peer, _ in
            peer.send { $0.writeOpen(1, "Sleep", timeout: 1) }
            try await eventually { peer.status(of: 1) == .deadlineExceeded }
        }
    }

    /// OPEN may carry the first and last message of every kind of call.
    @Test(arguments: ["Echo", "Collect", "Expand", "Chat"])
    func aWholeRequestInItsOpenIsTaken(_ method: String) async throws {
        try await attack { peer, _ in
            peer.send { $0.writeOpen(1, method, message: EchoMessage(payload: [1, 2], number: 2)) }
            try await eventually { peer.status(of: 1) == .ok }
            let answers = peer.frames.filter { $0.header.flags.contains(.message) }
            #expect(answers.count == (method == "Expand" ? 2 : 1))
        }
    }

    /// Connect's group "server_unexpected".
    @Test(arguments: ["Echo", "Expand"], [0, 2])
    func anythingButOneRequestIsRefused(_ method: String, _ count: Int) async throws {
        try await attack { peer, _ in
            peer.send { bytes in
                bytes.writeOpen(1, method, flags: [])
                for _ in 0..<count { bytes.writeRaw(3, flags: .message, id: 1, length: 0) }
                bytes.writeRaw(3, flags: .end, id: 1, length: 0)
            }
            try await eventually { peer.status(of: 1) == .invalidArgument }
        }
    }

    @Test func fragmentsOfTwoMessagesMayAlternate() async throws {
        try await attack { peer, _ in
            let messages = [EchoMessage(payload: pattern(9)), EchoMessage(payload: pattern(11))]
            peer.send { bytes in
                for id in [1, 3] as [UInt32] { bytes.writeOpen(id, flags: []) }
                for index in 0..<13 {
                    for (id, message) in zip([1, 3] as [UInt32], messages) {
                        let body = message.serialized()
                        guard index < body.count else { continue }
                        let isLast = index == body.count - 1
                        bytes.writeRaw(
                            3, flags: isLast ? [.message, .end] : [.message, .more], id: id,
                            length: 1, bytes: [body[index]])
                    }
                }
            }
            for (id, message) in zip([1, 3] as [UInt32], messages) {
                try await eventually { peer.status(of: id) == .ok }
                let close = peer.frames(.close).first { $0.header.streamID == id }
                let answer = try EchoMessage(serialized: try #require(close).body)
                #expect(answer == message)
            }
        }
    }

    @Test func whatArrivesAfterACancelIsDroppedAndItsCreditGivenBack() async throws {
        try await attack { peer, _ in
            let part = [UInt8](repeating: 7, count: 60_000)
            peer.send { $0.writeOpen(1, "Sleep", flags: []) }
            peer.send { $0.writeFrame(.cancel, streamID: 1, meta: Cancel(status: 1)) }
            // More than the connection's window in all, in turns that each wait for credit.
            for _ in 0..<30 {
                let seen = peer.frames(.window).count
                peer.send { bytes in
                    for _ in 0..<3 {
                        bytes.writeRaw(3, flags: .message, id: 1, length: 60_000, bytes: part)
                    }
                }
                try await eventually { peer.isClosed || peer.frames(.window).count > seen }
            }
            #expect(!peer.isClosed)
            peer.send { $0.writeOpen(3) }
            try await eventually { peer.status(of: 3) == .ok }
        }
    }

    /// Where a peer is cut off: nothing is left behind, whatever it had begun.
    @Test(arguments: [0, 3, 12, 14, 20, 40, 70, 90, 110, 130])
    func aPeerThatIsGoneLeavesNothingBehind(_ length: Int) async throws {
        try await withEchoServer(over: .tcp) { server in
            var all = ByteBuffer()
            all.writeHello()
            all.writeOpen(1, "Chat", flags: [.message, .more])
            all.writeOpen(3, "Sleep", flags: [])
            all.writeRaw(3, flags: .message, id: 1, length: 0)
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send(all.getSlice(at: 0, length: min(length, all.readableBytes)) ?? all)
            try await eventually { server.server.connectionCount == 1 }
            peer.close()
            try await eventually { server.server.connectionCount == 0 }
            try await eventually {
                server.handler.sleepers.withLock { $0.begun == $0.cancelled }
            }
        }
    }
}
