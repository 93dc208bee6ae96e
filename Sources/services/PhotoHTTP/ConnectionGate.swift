import NIOCore
import RollcallRPC

/// Closes the connection of a client that has too many, and of one that does not read what it has asked
/// for.
final class ConnectionGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let counts: ConnectionCounts
    private let stallTime: TimeAmount
    private var client: ClientNetwork?
    private var stall: Scheduled<Void>?

    /// - Parameter stallTime: for how long nothing may have been read of what waits.
    init(_ counts: ConnectionCounts, stallTime: Duration) {
        self.counts = counts
        self.stallTime = TimeAmount(stallTime)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        guard let client = counts.client(of: context.channel) else { return }
        guard counts.enter(client) else {
            context.close(promise: nil)
            return
        }
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

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
    }

    private func leave() {
        stall?.cancel()
        stall = nil
        if let client { counts.leave(client) }
        client = nil
    }
}
