import NIOCore
import NIOHTTPTypes
import RollcallRPC

/// Closes the connection of a client that has too many, of one that sends its request too slowly,
/// and of one that does not read what it has asked for. Says when the client has closed it.
final class ConnectionGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    private var leaving: (@Sendable () -> Void)?
    private var hasLeft = false
    private let connections: HTTPConnections
    private let stallTime: TimeAmount
    /// In each time of this length, so many bytes of a request have to arrive until it has ended.
    private let slice: (time: TimeAmount, bytes: Int)
    private var isReading = false
    private var received = 0
    private var look: Scheduled<Void>?
    private var client: ClientNetwork?
    private var stall: Scheduled<Void>?

    init(_ connections: HTTPConnections, _ configuration: HTTPServerConfiguration) {
        self.connections = connections
        stallTime = TimeAmount(configuration.stallTime)
        slice = (TimeAmount(configuration.sliceTime), configuration.sliceSize)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        guard let client = connections.client(of: context.channel) else { return }
        guard connections.enter(client) else { return context.close(promise: nil) }
        self.client = client
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: (isReading, received) = (true, 0)
        case .body(let bytes): received += bytes.readableBytes
        case .end:
            isReading = false
            look?.cancel()
            look = nil
        }
        context.fireChannelRead(data)
    }

    /// Most requests come in one piece, and need no timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        if isReading, look == nil { lookLater(context) }
        context.fireChannelReadComplete()
    }

    private func lookLater(_ context: ChannelHandlerContext) {
        received = 0
        look = context.eventLoop.assumeIsolated().scheduleTask(in: slice.time) { [self] in
            if received < slice.bytes { context.close(promise: nil) } else { lookLater(context) }
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = nil
        if !context.channel.isWritable {
            stall = context.eventLoop.assumeIsolated().scheduleTask(in: stallTime) {
                context.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { leave() }
        context.fireUserInboundEventTriggered(event)
    }

    /// - Parameter action: done once the client sends nothing more or is gone; at once if that is
    ///   so already. On the event loop.
    func onLeaving(_ action: @escaping @Sendable () -> Void) {
        if hasLeft { action() } else { leaving = action }
    }

    private func leave() {
        hasLeft = true
        leaving?()
        leaving = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stall?.cancel()
        look?.cancel()
        leave()
        if let client { connections.leave(client) }
    }
}
