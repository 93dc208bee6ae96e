import Glibc
import NIOCore
import NIOSSL

/// A connection's bytes over a NIO channel: TCP, or a unix socket.
final class ChannelTransport: ByteTransport {
    /// Bytes that TLS is given to keep until the next flush. The channel does not see them before.
    private static let maximumUnflushed = 64 * 1024

    private let channel: any Channel
    private let isSecured: Bool
    /// Whether the channel was given bytes that its socket may not have taken so far.
    private var mayHold = false
    /// That of the channel, while it is active, and without TLS.
    private var socket: CInt?
    private var unflushed = 0

    init(_ channel: any Channel, isSecured: Bool = false) {
        self.channel = channel
        self.isSecured = isSecured
    }

    func began() {
        guard !isSecured else { return }
        socket = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable {
            (socket: NIOBSDSocket.Handle) in socket
        }
    }

    var isWritable: Bool {
        socket != nil && !mayHold || unflushed < Self.maximumUnflushed && channel.isWritable
    }

    /// Sends past the channel, whose pipeline and queue would add a quarter to what the system
    /// takes for a short message. The channel has what the socket does not take, and meets the
    /// errors of the socket.
    func send(_ bytes: ByteBuffer) {
        let sent = sendPastChannel(bytes)
        guard sent < bytes.readableBytes else { return }
        var rest = bytes
        rest.moveReaderIndex(forwardBy: sent)
        write(rest)
        flush()
    }

    /// - Returns: how many bytes the socket has taken.
    private func sendPastChannel(_ bytes: ByteBuffer) -> Int {
        guard let socket, !isHolding() else { return 0 }
        let sent = bytes.withUnsafeReadableBytes {
            Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
        }
        return max(0, sent)
    }

    /// Whether the channel holds bytes, which go first.
    private func isHolding() -> Bool {
        guard mayHold else { return false }
        mayHold = (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) != 0
        return mayHold
    }

    /// A closed socket's number may be another connection's by now.
    func ended() {
        socket = nil
    }

    func write(_ bytes: ByteBuffer) {
        if isSecured { unflushed += bytes.readableBytes }
        mayHold = true
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

    /// Sends the end, and leaves the peer two seconds to read it and to close. Closing immediately
    /// while bytes of the peer are unread would reset the connection, and the peer would lose
    /// GOAWAY.
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

    init(_ connection: Connection) {
        self.connection = connection
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start() }
    }

    func channelActive(context: ChannelHandlerContext) {
        start()
        context.fireChannelActive()
    }

    private func start() {
        connection.transport.began()
        connection.start()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.receive(unwrapInboundIn(data))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        connection.receiveComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { connection.becameWritable() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection.transport.ended()
        connection.close(RPCError(.unavailable, "the connection was closed by the peer"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        connection.transport.ended()
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
