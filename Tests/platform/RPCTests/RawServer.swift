import NIOCore
import NIOPosix
import RollcallRPC
import RollcallWire
import TestEcho
import TestServers

/// A server that answers with whatever bytes a test wants, and a client of it.
struct RawServer {
    /// What the server does when a frame of the client's has arrived: nothing, or it writes.
    typealias Answer = @Sendable (Frame, inout ByteBuffer) -> Void

    let client: NetworkClient
    private let listener: any Channel

    var echo: EchoServiceClient { EchoServiceClient(client) }

    /// Runs `body` with a client of a server that says HELLO and then answers as it is told.
    ///
    /// - Parameters:
    ///   - closesAfter: the frame behind whose answer the server closes the connection.
    ///   - hello: what it says when it has read the client's HELLO.
    ///   - stopsReading: whether it reads nothing more once it has answered a frame that opens a
    ///     call.
    static func run(
        closesAfter: FrameType? = nil,
        hello: ByteBuffer = .hello,
        stopsReading: Bool = false,
        configuration: ConnectionConfiguration = ConnectionConfiguration(),
        answering answer: @escaping Answer,
        _ body: (RawServer) async throws -> Void
    ) async throws {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        RawServerHandler(closesAfter, hello, stopsReading, answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = listener.localAddress?.port ?? 0
        let client = NetworkClient(
            .tcp(host: "127.0.0.1", port: port),
            configuration: ClientConfiguration(connection: configuration), logger: .quiet)
        do {
            try await body(RawServer(client: client, listener: listener))
        } catch {
            client.close()
            try await listener.close()
            throw error
        }
        client.close()
        try await listener.close()
    }
}

private final class RawServerHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var decoder = FrameDecoder(limits: FrameLimits())
    private let answer: RawServer.Answer
    private let closesAfter: FrameType?
    private let hello: ByteBuffer
    private let stopsReading: Bool

    init(
        _ closesAfter: FrameType?, _ hello: ByteBuffer, _ stopsReading: Bool,
        _ answer: @escaping RawServer.Answer
    ) {
        self.stopsReading = stopsReading
        self.closesAfter = closesAfter
        self.hello = hello
        self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        decoder.append(unwrapInboundIn(data))
        while let frame = try? decoder.next() {
            var bytes = ByteBuffer()
            if frame.header.type == FrameType.hello.rawValue { bytes = hello }
            answer(frame, &bytes)
            context.channel.writeAndFlush(bytes, promise: nil)
            if frame.header.type == closesAfter?.rawValue { context.close(promise: nil) }
            if stopsReading, frame.isOpen {
                context.channel.setOption(.autoRead, value: false).whenComplete { _ in }
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

extension ByteBuffer {
    static var hello: ByteBuffer {
        var bytes = ByteBuffer()
        bytes.writeHello()
        return bytes
    }

    /// A message of the echo service on a stream, or a part of one.
    mutating func writeData(
        _ id: UInt32, _ message: EchoMessage, flags: FrameFlags = .message
    ) {
        let body = message.serialized()
        writeRaw(FrameType.data.rawValue, flags: flags, id: id, length: body.count, bytes: body)
    }

    /// The end of a call, with a message if there is one.
    mutating func writeClose(
        _ id: UInt32, _ status: StatusCode = .ok, _ text: String = "", message: EchoMessage? = nil,
        flags: FrameFlags = []
    ) {
        let close = Close(status: status.rawValue, message: text)
        let body = message.map { ByteBuffer(bytes: $0.serialized()) } ?? ByteBuffer()
        let all = message == nil ? flags : flags.union(.message)
        writeFrame(.close, flags: all, streamID: id, meta: close, body: body)
    }
}

extension Frame {
    var isOpen: Bool { header.type == FrameType.open.rawValue }
}
