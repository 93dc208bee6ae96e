import Glibc
import NIOCore
import NIOSSL

/// A connection's bytes over a NIO channel: TCP, or a unix socket.
final class ChannelTransport: ByteTransport {
    /// Bytes that TLS is given to keep until the next flush. The channel does not see them before.
    private static let maximumUnflushed = 64 * 1024

    private let channel: any Channel
    private let isSecured: Bool
    private var unflushed = 0

    init(_ channel: any Channel, isSecured: Bool = false) {
        self.channel = channel
        self.isSecured = isSecured
    }

    var isWritable: Bool { unflushed < Self.maximumUnflushed && channel.isWritable }

    func write(_ bytes: ByteBuffer) {
        if isSecured { unflushed += bytes.readableBytes }
        channel.write(bytes, promise: nil)
    }

    func flush() {
        let wasFull = unflushed >= Self.maximumUnflushed
        unflushed = 0
        channel.flush()
        guard wasFull, channel.isWritable else { return }
        // Later, as the caller of this flush may be in the middle of a frame.
        let channel = channel
        channel.eventLoop.execute { channel.pipeline.fireChannelWritabilityChanged() }
    }

    /// Sends the end, and leaves the peer two seconds to read it and to close. Closing immediately while bytes
    /// of the peer are unread would reset the connection, and the peer would lose GOAWAY.
    func close() {
        let channel = channel
        let patience = channel.eventLoop.scheduleTask(in: .seconds(2)) {
            channel.close(promise: nil)
        }
        channel.closeFuture.whenComplete { _ in patience.cancel() }
        channel.close(mode: .output, promise: nil)
    }
}

/// Feeds a connection with what its channel reads.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let connection: Connection
    /// Told once when the peer has said HELLO.
    private var onHello: (() -> Void)?

    init(_ connection: Connection, onHello: (() -> Void)? = nil) {
        self.connection = connection
        self.onHello = onHello
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { connection.start() }
    }

    func channelActive(context: ChannelHandlerContext) {
        connection.start()
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.receive(unwrapInboundIn(data))
        if onHello != nil, connection.phase != .awaitingHello { onHello.take()?() }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        connection.receiveComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { connection.becameWritable() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection.close(RPCError(.unavailable, "the connection was closed by the peer"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Over TLS, a connection that ends without the word for it ends no worse than over TCP.
        let reason =
            if case NIOSSLError.uncleanShutdown = error {
                "the connection was closed by the peer"
            } else {
                "the connection has failed: \(Self.reason(of: error))"
            }
        connection.close(RPCError(.unavailable, reason))
    }

    private static func reason(of error: any Error) -> String {
        switch error {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case is BoringSSLError, is NIOSSLError: TLSFailure(error).description
        default: "\(error)"
        }
    }
}
