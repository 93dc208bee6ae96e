import Foundation
import NIOCore
import RollcallRPC
import RollcallWire
import Synchronization
import TestEcho
import TestServers
import TestSupport
import Testing

/// What the first release of version 1 sent, as it was recorded: its clients and servers are
/// understood for as long as there is version 1. Stream 13 of the recording is a call that its
/// client cancelled.
///
/// `version1-server` is from the time before servers said the version of their API in HELLO. In
/// `version1-server-api` they do, and the rest is the same.
@Suite struct GoldenTests {
    @Test func aServerSaysTheVersionOfItsAPIAsItDid() async throws {
        try await withEchoServer(
            over: .tcp, configure: { $0.connection.apiVersion = "1.0" }
        ) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { $0.writeHello() }
            try await eventually { peer.frames(.hello).count == 1 }
            let meta = try #require(peer.frames(.hello).first).meta
            #expect(try Recording("version1-server-api").all.first?.meta == meta)
            #expect(try Hello(serialized: meta).apiVersion == "1.0")
            peer.close()
        }
    }

    @Test func anOldClientIsAnsweredAsItWas() async throws {
        let recorded = try Recording("version1-server")
        try await withEchoServer(over: .tcp) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send(try Recording("version1-client").bytes)
            for id in recorded.streams { try await eventually { peer.status(of: id) != nil } }
            for id in recorded.streams {
                let answers = peer.frames.filter { $0.header.streamID == id }
                #expect(try Said(answers) == Said(recorded.frames(of: id)), "stream \(id)")
            }
            #expect(!peer.isClosed)
            peer.close()
        }
    }

    @Test(arguments: ["version1-server", "version1-server-api"])
    func anOldServerIsUnderstoodAndHearsWhatItHeard(_ recording: String) async throws {
        let (asked, answered) = (try Recording("version1-client"), try Recording(recording))
        let heard = Mutex<[Frame]>([])
        let due = Mutex(DueAnswers(recording: answered))
        try await RawServer.run(hello: answered.hello) { frame, bytes in
            heard.withLock { $0.append(frame) }
            for answer in due.withLock({ $0.answers(to: frame) }) { bytes.write(answer) }
        } _: { server in
            try await makeTheCalls(of: server.echo)
        }
        let frames = heard.withLock { $0 }
        for id in asked.streams {
            let said = frames.filter { $0.header.streamID == id }
            #expect(try Said(said) == Said(asked.frames(of: id)), "stream \(id)")
        }
    }

    private func makeTheCalls(of echo: EchoServiceClient) async throws {
        let first = EchoMessage(payload: pattern(100), number: 7, text: "golden")
        #expect(try await echo.echo(first) == first)
        let error = try await failure {
            _ = try await echo.fail(EchoMessage(number: 5, text: "nothing here"))
        }
        #expect(error.code == .notFound && error.message == "nothing here")
        #expect(error.detail(EchoMessage.self) == EchoMessage(text: "detail"))
        #expect(error.trailers[bytes: "trailer-bin"] == [0xAB, 0xAB])
        try await makeTheStreams(of: echo)
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        var options = CallOptions(traceparent: trace)
        try options.metadata.add("color", text: "blue")
        try options.metadata.add("color-bin", bytes: [0, 255])
        let seen = try await echo.describe(EchoMessage(text: "color"), options: options)
        #expect(seen.text == "blue" && seen.payload == [0, 255])
        let sleeper = Task { try await echo.sleep(EchoMessage()) }
        // Long enough for the call to be on its way.
        try await elapse(.milliseconds(50))
        sleeper.cancel()
        #expect(try await failure { _ = try await sleeper.value }.code == .cancelled)
        #expect(try await echo.echo(EchoMessage(number: 8)).number == 8)
    }

    private func makeTheStreams(of echo: EchoServiceClient) async throws {
        let collect = try await echo.collect()
        for size in [10, 20, 30] {
            try? await collect.send(EchoMessage(payload: pattern(size)))
        }
        #expect(try await collect.finish().number == 60)
        var numbers: [Int64] = []
        for try await answer in try await echo.expand(EchoMessage(payload: pattern(20), number: 3))
        {
            numbers.append(answer.number)
        }
        #expect(numbers == [0, 1, 2])
        let chat = try await echo.chat()
        for number in 1...2 as ClosedRange<Int64> {
            try? await chat.send(EchoMessage(number: number))
            #expect(try await chat.responses.next()?.number == number)
        }
        chat.finishSending()
        #expect(try await chat.responses.next() == nil)
    }
}

/// The bytes that one side sent.
private struct Recording {
    let bytes: ByteBuffer
    let all: [Frame]

    init(_ name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Golden/\(name)")
        self.bytes = ByteBuffer(bytes: try Data(contentsOf: file))
        var decoder = FrameDecoder(limits: FrameLimits())
        decoder.append(bytes)
        var frames: [Frame] = []
        while let frame = try decoder.next() { frames.append(frame) }
        self.all = frames
    }

    var hello: ByteBuffer {
        var bytes = ByteBuffer()
        if let first = all.first { bytes.write(first) }
        return bytes
    }

    /// The streams that came to their end.
    var streams: [UInt32] {
        Set(all.map(\.header.streamID)).subtracting([0, 13]).sorted()
    }

    func frames(of id: UInt32) -> [Frame] {
        all.filter { $0.header.streamID == id && $0.header.type != FrameType.window.rawValue }
    }
}

/// The recorded answers that have not been given yet: one for each message, the rest at the end.
private struct DueAnswers {
    let recording: Recording
    private var rest: [UInt32: [Frame]] = [:]

    init(recording: Recording) {
        self.recording = recording
    }

    mutating func answers(to frame: Frame) -> [Frame] {
        let (id, flags) = (frame.header.streamID, frame.header.flags)
        var due = rest[id] ?? recording.frames(of: id)
        defer { rest[id] = due }
        if flags.contains(.end) {
            defer { due = [] }
            return due
        }
        guard flags.contains(.message), due.first?.header.type == FrameType.data.rawValue else {
            return []
        }
        return [due.removeFirst()]
    }
}

/// What the frames of one stream say, however they are cut.
private struct Said: Equatable {
    var open: Open?
    var close: Close?
    var messages: [EchoMessage] = []
    var hasEnded = false

    init(_ frames: [Frame]) throws {
        for frame in frames {
            let flags = frame.header.flags
            switch FrameType(rawValue: frame.header.type) {
            case .open: open = try Open(serialized: frame.meta)
            case .close: close = try Close(serialized: frame.meta)
            default: break
            }
            if flags.contains(.message) {
                var message = try EchoMessage(serialized: frame.body)
                // The time that a handler has left.
                if message.number > 1000 { message.number = 0 }
                messages.append(message)
            }
            if flags.contains(.end) { hasEnded = true }
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func write(_ frame: Frame) {
        writeFrameHeader(frame.header)
        writeImmutableBuffer(frame.meta)
        writeImmutableBuffer(frame.body)
    }
}
