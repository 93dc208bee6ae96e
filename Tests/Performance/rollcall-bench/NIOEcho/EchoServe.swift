import ArgumentParser
import NIOCore
import NIOPosix

struct EchoServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves until it is killed; prints where it listens.")

    func run() async throws {
        let channel = try await ServerBootstrap(
            group: MultiThreadedEventLoopGroup(numberOfThreads: 1)
        )
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(EchoServerHandler())
            }
        }
        .bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port ?? 0
        try report(["listening": "127.0.0.1:\(port)"])
        try await channel.closeFuture.get()
    }
}

/// Answers each whole frame with itself, and flushes once for what one read has brought.
private final class EchoServerHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var received = FrameBuffer()
    private var answers = ByteBuffer()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.append(unwrapInboundIn(data))
        while var frame = received.next() { answers.writeBuffer(&frame) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        guard answers.readableBytes > 0 else { return }
        context.writeAndFlush(wrapOutboundOut(answers), promise: nil)
        answers.clear()
    }
}
