import NIOCore

/// A connection's bytes over a NIO channel: TCP, or a unix socket.
final class ChannelTransport: ByteTransport {
    private let channel: any Channel

    init(_ channel: any Channel) {
        self.channel = channel
    }

    var isWritable: Bool { channel.isWritable }

    func write(_ bytes: ByteBuffer) {
        channel.write(bytes, promise: nil)
    }

    func flush() {
        channel.flush()
    }

    /// Sends the end and leaves the peer two seconds to read it and to close: closing at once, with
    /// bytes of the peer's still unread, would reset the connection and take GOAWAY from it.
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
        if context.channel.isActive { connection.start() }
    }

    func channelActive(context: ChannelHandlerContext) {
        connection.start()
        context.fireChannelActive()
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
        connection.close(RPCError(.unavailable, "the connection was closed by the peer"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        connection.close(RPCError(.unavailable, "the connection has failed: \(error)"))
    }
}
