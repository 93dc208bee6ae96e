import NIOCore
import NIOPosix
import RollcallRPC
import RollcallWire
import Synchronization

/// A client that sends whatever bytes a test wants, and keeps the frames that come back.
package final class RawPeer: ChannelInboundHandler, Sendable {
    package typealias InboundIn = ByteBuffer

    private struct State {
        var decoder: FrameDecoder
        var frames: [Frame] = []
        var isClosed = false
    }

    private let state: Mutex<State>
    private let channel = Mutex<(any Channel)?>(nil)

    private init(_ limits: FrameLimits) {
        self.state = Mutex(State(decoder: FrameDecoder(limits: limits)))
    }

    /// - Parameter source: the address that the connection comes from, such as `127.0.0.2`.
    package static func connect(
        to endpoint: Endpoint?, from source: String? = nil,
        maximumBody: Int = FrameLimits().maximumBody
    ) async throws -> RawPeer {
        guard case .tcp(let host, let port) = endpoint else {
            throw RPCError(.internal, "TCP only")
        }
        let peer = RawPeer(FrameLimits(maximumBody: maximumBody))
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { $0.pipeline.addHandler(peer) }
        if let source {
            bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: source, port: 0))
        }
        let channel = try await bootstrap.connect(host: host, port: port).get()
        peer.channel.withLock { $0 = channel }
        return peer
    }

    package var frames: [Frame] { state.withLock { $0.frames } }
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    package func frames(_ type: FrameType) -> [Frame] {
        frames.filter { $0.header.type == type.rawValue }
    }

    /// The status that the server's GOAWAY gave, nil without one.
    package var goAway: StatusCode? {
        frames(.goAway).first.flatMap { try? GoAway(serialized: $0.meta) }
            .flatMap { StatusCode(rawValue: $0.status) }
    }

    /// The status of the CLOSE of a stream, nil without one.
    package func status(of stream: UInt32) -> StatusCode? {
        frames(.close).first { $0.header.streamID == stream }
            .flatMap { try? Close(serialized: $0.meta) }
            .flatMap { StatusCode(rawValue: $0.status) }
    }

    package func send(_ bytes: ByteBuffer) {
        channel.withLock { $0 }?.writeAndFlush(bytes, promise: nil)
    }

    package func send(_ write: (inout ByteBuffer) -> Void) {
        var bytes = ByteBuffer()
        write(&bytes)
        send(bytes)
    }

    package func stopReading() async throws {
        try await channel.withLock { $0 }?.setOption(.autoRead, value: false).get()
    }

    package func close() {
        channel.withLock { $0 }?.close(promise: nil)
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        state.withLock { state in
            state.decoder.append(unwrapInboundIn(data))
            while let frame = try? state.decoder.next() { state.frames.append(frame) }
        }
    }

    package func channelInactive(context: ChannelHandlerContext) {
        state.withLock { $0.isClosed = true }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

extension ByteBuffer {
    package mutating func writeHello() {
        writeFrame(.hello, meta: Hello(minVersion: 1, maxVersion: 1))
    }

    /// Opens a call of the echo service.
    package mutating func writeOpen(
        _ id: UInt32, _ method: String = "Echo", message: EchoMessage = EchoMessage(),
        flags: FrameFlags = [.message, .end], timeout: UInt64 = 0,
        metadata: [(String, String)] = []
    ) {
        let open = Open(
            method: "rollcall.test.v1.EchoService/\(method)", timeoutUs: timeout,
            metadata: metadata.map { MetadataEntry(key: $0.0, value: $0.1) })
        let body = flags.contains(.message) ? ByteBuffer(bytes: message.serialized()) : ByteBuffer()
        writeFrame(.open, flags: flags, streamID: id, meta: open, body: body)
    }

    /// Writes a header as a hostile peer might, and the bytes that follow it.
    package mutating func writeRaw(
        _ type: UInt8, flags: FrameFlags = [], id: UInt32 = 0, meta: Int = 0, length: Int,
        bytes: [UInt8] = []
    ) {
        writeFrameHeader(
            FrameHeader(
                payloadLength: length, type: type, flags: flags, metaLength: meta, streamID: id))
        writeBytes(bytes)
    }
}
