import NIOCore
import RollcallRPC

/// The header of the PROXY protocol, version 2
/// (https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt §2.2). A proxy sends it before the
/// first byte of a connection. It names the client.
enum ProxyHeader: Equatable {
    case client(IPAddress)
    /// The proxy's own connection, or one whose client has no address.
    case proxy

    /// The bytes before those that `length` counts.
    private static let signature: [UInt8] = Array("\r\n\r\n\0\r\nQUIT\n".utf8)
    private static let headSize = signature.count + 4
    /// The most bytes behind them: addresses, and what else a proxy says, which is skipped.
    private static let maximumLength = 1024

    struct Malformed: Error {}

    /// Takes the header out of a buffer.
    ///
    /// - Returns: nil until it is whole.
    /// - Throws: `Malformed`, as soon as it can be seen.
    static func read(from buffer: inout ByteBuffer) throws(Malformed) -> ProxyHeader? {
        let bytes = buffer.readableBytesView
        guard zip(bytes, signature).allSatisfy({ $0 == $1 }) else { throw Malformed() }
        guard bytes.count >= headSize else { return nil }
        let start = buffer.readerIndex + signature.count
        guard let command = buffer.getInteger(at: start, as: UInt8.self),
            let family = buffer.getInteger(at: start + 1, as: UInt8.self),
            let length = buffer.getInteger(at: start + 2, as: UInt16.self),
            length <= maximumLength, command >> 4 == 2, command & 0xF <= 1
        else { throw Malformed() }
        guard bytes.count >= headSize + Int(length) else { return nil }
        buffer.moveReaderIndex(forwardBy: headSize)
        guard var addresses = buffer.readSlice(length: Int(length)) else { throw Malformed() }
        return command & 0xF == 0 ? .proxy : try client(&addresses, family)
    }

    /// - Parameter family: of the address, and of the protocol: TCP alone.
    private static func client(
        _ addresses: inout ByteBuffer, _ family: UInt8
    ) throws(Malformed) -> ProxyHeader {
        let size = [0x00: 0, 0x11: 12, 0x21: 36, 0x31: 216][family]
        guard let size, addresses.readableBytes >= size else { throw Malformed() }
        if family == 0x11, let bits = addresses.readInteger(as: UInt32.self) {
            return .client(.v4(bits))
        }
        if family == 0x21,
            let (high, low) = addresses.readMultipleIntegers(as: (UInt64, UInt64).self)
        {
            return .client(IPAddress.v6(high, low).unmapped)
        }
        return .proxy
    }
}

/// Holds a connection back until its `ProxyHeader` has come, and closes it without one.
final class ProxyHeaderHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let time = TimeAmount.seconds(5)

    private let begin: (ProxyHeader) throws -> Void
    private var bytes = ByteBuffer()
    private var timer: Scheduled<Void>?

    /// - Parameter begin: adds the handlers behind this one.
    init(_ begin: @escaping (ProxyHeader) throws -> Void) {
        self.begin = begin
    }

    func handlerAdded(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.time) {
            context.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes.writeImmutableBuffer(unwrapInboundIn(data))
        do {
            guard let header = try ProxyHeader.read(from: &bytes) else { return }
            try begin(header)
            if bytes.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(bytes)) }
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        } catch {
            context.close(promise: nil)
        }
    }
}
