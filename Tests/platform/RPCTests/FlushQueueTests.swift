import NIOCore
import NIOEmbedded
import RollcallWire
import TestServers
import Testing

@testable import RollcallRPC

/// What the connections of an event loop have to send leaves once the turn of the loop is over.
@Suite struct FlushQueueTests {
    private let loop = EmbeddedEventLoop()
    private let server: Server

    init() throws {
        server = try Server(
            router: Router(), authenticator: nil, eventLoops: loop, logger: .quiet)
    }

    @Test func eachConnectionIsFlushedOnceBehindTheTurn() {
        let ends = (0..<3).map { _ in connect() }
        for _ in 0..<2 {
            for end in ends { for _ in 0..<2 { end.write() } }
            #expect(ends.allSatisfy { $0.transport.flushed.isEmpty })
            loop.run()
            #expect(ends.allSatisfy { $0.transport.takeFlushed() == [2 * End.frame] })
        }
    }

    @Test func whatIsWrittenWithinAFlushLeavesWithTheNext() {
        let (first, second) = (connect(), connect())
        first.transport.onFlush = {
            first.transport.onFlush = nil
            first.write()
        }
        first.write()
        second.write()
        loop.run()
        #expect(first.transport.takeFlushed() == [End.frame, End.frame])
        #expect(second.transport.takeFlushed() == [End.frame])
    }

    @Test func aConnectionThatClosedMeanwhileHoldsUpNoOther() {
        let (first, second) = (connect(), connect())
        first.write()
        second.write()
        first.connection.close(RPCError(.unavailable, "gone"))
        _ = first.transport.takeFlushed()
        loop.run()
        #expect(first.transport.takeFlushed() == [])
        #expect(second.transport.takeFlushed() == [End.frame])
    }

    @Test func whatWasFlushedBeforeIsNotFlushedAgain() {
        let end = connect()
        end.write()
        end.connection.flushIfScheduled()
        #expect(end.transport.takeFlushed() == [End.frame])
        loop.run()
        #expect(end.transport.takeFlushed() == [])
    }

    private func connect() -> End {
        let end = End(server, loop)
        end.connection.start()
        loop.run()
        _ = end.transport.takeFlushed()
        return end
    }
}

private final class End {
    /// Bytes of what is written at a time.
    static let frame = FrameHeader.size + 4

    let transport = FlushedTransport()
    let connection: ServerConnection

    init(_ server: Server, _ loop: EmbeddedEventLoop) {
        connection = server.makeConnection(transport, on: loop)
    }

    func write() {
        connection.output.writeFrame(.window, body: UInt32(1))
        connection.scheduleFlush()
    }
}

/// Counts the bytes of each flush.
private final class FlushedTransport: ByteTransport {
    private(set) var flushed: [Int] = []
    private var written = 0
    var onFlush: (() -> Void)?

    var isWritable: Bool { true }

    func write(_ bytes: ByteBuffer) { written += bytes.readableBytes }

    func flush() {
        flushed.append(written)
        written = 0
        onFlush?()
    }

    func close() { flush() }

    func takeFlushed() -> [Int] {
        defer { flushed = [] }
        return flushed
    }
}
