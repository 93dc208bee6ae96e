import NIOCore
import RollcallRPC

/// One end of a connection without a socket: what it writes, the other end reads, on its own event
/// loop.
final class InMemoryTransport: ByteTransport {
    /// Bytes under way beyond which the sender waits.
    private static let highWatermark = 256 * 1024

    private let eventLoop: any EventLoop
    private var pending = ByteBuffer()
    private var bytesUnderWay = 0
    private var own: ConnectionReference?
    private var peer: ConnectionReference?

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Begins the connection of this end. Called on its event loop.
    func connect(_ own: ConnectionReference, to peer: ConnectionReference) {
        self.own = own
        self.peer = peer
        own.run { $0.start() }
    }

    var isWritable: Bool {
        bytesUnderWay + pending.readableBytes < Self.highWatermark
    }

    func write(_ bytes: ByteBuffer) {
        pending.writeImmutableBuffer(bytes)
    }

    func flush() {
        guard pending.readableBytes > 0, let peer, let own else { return }
        let bytes = pending
        pending = ByteBuffer()
        bytesUnderWay += bytes.readableBytes
        let transport = NIOLoopBound(self, eventLoop: eventLoop)
        peer.eventLoop.execute {
            peer.run { connection in
                connection.receive(bytes)
                connection.receiveComplete()
            }
            own.eventLoop.execute { transport.value.arrived(bytes.readableBytes, own) }
        }
    }

    private func arrived(_ count: Int, _ own: ConnectionReference) {
        let wasWritable = isWritable
        bytesUnderWay -= count
        if !wasWritable, isWritable { own.run { $0.becameWritable() } }
    }

    func close() {
        flush()
        guard let peer else { return }
        peer.eventLoop.execute {
            peer.run { $0.close(RPCError(.unavailable, "the connection was closed by the peer")) }
        }
        own = nil
        self.peer = nil
    }
}
