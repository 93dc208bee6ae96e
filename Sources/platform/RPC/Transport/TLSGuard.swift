import NIOCore

/// Stands between a server's socket and TLS until the handshake has ended. Bytes that do not begin
/// a TLS handshake never reach TLS, which would answer with an alert. A handshake that TLS has
/// refused ends so that the peer can still read why.
final class TLSGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private enum State {
        case beginning(ByteBuffer)
        case passing
        /// The peer has the rest of `patience` to read the end; what it still sends is dropped.
        case lingering
        case closed
    }

    /// How long a peer may take to read why it was refused.
    private static let patience = TimeAmount.seconds(2)

    private var state = State.beginning(ByteBuffer())
    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .passing: context.fireChannelRead(data)
        case .lingering, .closed: break
        case .beginning(var bytes):
            bytes.writeImmutableBuffer(unwrapInboundIn(data))
            switch bytes.beginsLikeTLS {
            case true?:
                state = .passing
                context.fireChannelRead(wrapInboundOut(bytes))
            case false?: closeAtOnce()
            case nil: state = .beginning(bytes)
            }
        }
    }

    /// TLS closes right behind its alert. With bytes of the peer's still unread that would reset
    /// the connection, and take the alert from it.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if case .lingering = state { return context.channel.closeFuture.cascade(to: promise) }
        guard case .passing = state, mode == .all else {
            return context.close(mode: mode, promise: promise)
        }
        state = .lingering
        context.channel.closeFuture.cascade(to: promise)
        context.close(mode: .output, promise: nil)
        let timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
            [weak self] in self?.closeAtOnce()
        }
        context.channel.closeFuture.whenComplete { _ in timer.cancel() }
    }

    /// Closes without a word, whatever the state of the handshake.
    func closeAtOnce() {
        state = .closed
        context?.close(promise: nil)
    }
}

extension ByteBuffer {
    /// Whether the bytes are the beginning of a record with a ClientHello (RFC 8446 §5.1, §4); nil
    /// when there are too few to know.
    fileprivate var beginsLikeTLS: Bool? {
        let handshake: UInt8 = 22
        let majorVersion: UInt8 = 3
        let clientHello: UInt8 = 1
        let expected: [UInt8?] = [handshake, majorVersion, nil, nil, nil, clientHello]
        for (byte, expected) in zip(readableBytesView, expected) {
            if let expected, byte != expected { return false }
        }
        return readableBytes < expected.count ? nil : true
    }
}
