import ArgumentParser
import NIOCore
import NIOPosix
import RollcallRPC

struct EchoLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Frames, always a number of them in flight.")

    @Option(help: "127.0.0.1:PORT.")
    var target: Endpoint

    @Option(help: "How long to measure.")
    var seconds = 2.0

    @Option(help: "Bytes of a frame, without its length.")
    var size = 32

    @Option(help: "Frames in flight.")
    var inFlight = 64

    func run() async throws {
        guard case .tcp(let host, let port) = target else {
            throw ValidationError("--target HOST:PORT")
        }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let measured = group.next().makePromise(of: Measured.self)
        let (size, inFlight, duration) = (
            size, inFlight, TimeAmount.nanoseconds(Int64(seconds * 1e9))
        )
        _ = try await ClientBootstrap(group: group)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = EchoClientHandler(
                        size: size, inFlight: inFlight, duration: duration, measured: measured)
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            .connect(host: host, port: port).get()
        let result = try await measured.futureResult.get()
        try report(
            result.latencies.fields(over: result.elapsed.seconds, warmUp: LoadOptions.warmUp))
    }
}

struct Measured: Sendable {
    let latencies: Latencies
    let elapsed: TimeAmount
}

/// Sends the next frame when one has come back. They come back in order, so that the oldest start
/// belongs to it.
private final class EchoClientHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let frame: ByteBuffer
    private let inFlight: Int
    private let duration: TimeAmount
    private let measured: EventLoopPromise<Measured>
    private var received = FrameBuffer()
    private var requests = ByteBuffer()
    private var starts = CircularBuffer<NIODeadline>()
    private var warmUpLeft = LoadOptions.warmUp
    private var begin = NIODeadline.now()
    private var latencies = Latencies(expecting: 1 << 20)

    init(
        size: Int, inFlight: Int, duration: TimeAmount, measured: EventLoopPromise<Measured>
    ) {
        var frame = ByteBuffer(integer: UInt32(size))
        frame.writeRepeatingByte(0x61, count: size)
        self.frame = frame
        self.inFlight = inFlight
        self.duration = duration
        self.measured = measured
    }

    func channelActive(context: ChannelHandlerContext) {
        for _ in 0..<inFlight { send(at: .now()) }
        flush(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.append(unwrapInboundIn(data))
        while let answer = received.next() {
            let now = NIODeadline.now()
            precondition(answer.readableBytes == frame.readableBytes, "a wrong answer")
            count(now - starts.removeFirst(), now)
            send(at: now)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        guard NIODeadline.now() - begin >= duration, warmUpLeft == 0 else { return flush(context) }
        measured.succeed(Measured(latencies: latencies, elapsed: NIODeadline.now() - begin))
        context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        measured.fail(error)
        context.close(promise: nil)
    }

    private func count(_ latency: TimeAmount, _ now: NIODeadline) {
        guard warmUpLeft == 0 else {
            warmUpLeft -= 1
            begin = now
            return
        }
        latencies.add(latency)
    }

    private func send(at now: NIODeadline) {
        var frame = frame
        requests.writeBuffer(&frame)
        starts.append(now)
    }

    private func flush(_ context: ChannelHandlerContext) {
        guard requests.readableBytes > 0 else { return }
        context.writeAndFlush(wrapOutboundOut(requests), promise: nil)
        requests.clear()
    }
}
