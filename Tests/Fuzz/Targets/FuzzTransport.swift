import NIOCore
import RollcallWire

@testable import RollcallRPC

/// What one end of a connection has sent and the other end has not received yet, as bytes.
final class FuzzTransport: ByteTransport {
    /// Bytes under way beyond which the sender waits.
    private static let highWatermark = 256 * 1024

    /// What was flushed.
    private(set) var wire = ByteBuffer()
    private(set) var isClosed = false
    var isStalled = false
    /// What a transport may do within a flush: say that it takes more, or that the peer is gone.
    var whileFlushing: (() -> Void)?
    private var pending = ByteBuffer()
    private var observer: OutputObserver

    /// - Parameter isServer: whether a server sends.
    init(isServer: Bool) {
        self.observer = OutputObserver(isServer: isServer)
    }

    /// What was sent against the protocol.
    var finding: Finding? { observer.finding }

    var isWritable: Bool {
        !isStalled && wire.readableBytes + pending.readableBytes < Self.highWatermark
    }

    func write(_ bytes: ByteBuffer) {
        guard !isClosed else { return }
        observer.observe(bytes)
        pending.writeImmutableBuffer(bytes)
    }

    func flush() {
        wire.writeBuffer(&pending)
        pending.clear()
        whileFlushing?()
    }

    func close() {
        flush()
        isClosed = true
    }

    /// Adds bytes that this end never wrote.
    func inject(_ bytes: ByteBuffer) {
        wire.writeImmutableBuffer(bytes)
    }

    /// Takes at most so many bytes from the wire.
    func take(_ count: Int) -> ByteBuffer {
        defer { wire.discardReadBytes() }
        // A copy, because a socket's buffer is not shared with the peer's.
        let bytes = wire.readSlice(length: min(count, wire.readableBytes))
        return ByteBuffer(bytes: bytes?.readableBytesView ?? ByteBufferView())
    }
}
