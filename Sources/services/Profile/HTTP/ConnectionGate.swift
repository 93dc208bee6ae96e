import NIOCore
import RollcallRPC

/// Closes the connection of a client that has too many, and of one that does not read what it has
/// asked for.
final class ConnectionGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let limits: PhotoServerLimits
    private let stallTime: TimeAmount
    private var client: ClientNetwork?
    private var stall: Scheduled<Void>?

    /// - Parameter stallTime: for how long nothing may have been read of what waits.
    init(_ limits: PhotoServerLimits, stallTime: Duration) {
        self.limits = limits
        self.stallTime = TimeAmount(stallTime)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        guard let client = limits.client(of: context.channel) else { return }
        guard limits.enter(client) else { return context.close(promise: nil) }
        self.client = client
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

    func handlerRemoved(context: ChannelHandlerContext) {
        stall?.cancel()
        if let client { limits.leave(client) }
    }
}
