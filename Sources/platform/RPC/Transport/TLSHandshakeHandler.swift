import NIOCore
import NIOSSL
import NIOTLS

/// Delays a connection until its TLS handshake has succeeded. So no part of it exists before the
/// peer is verified.
final class TLSHandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// The protocol that both sides agree on by ALPN (RFC 7301). So a client cannot be redirected
    /// to another type of server.
    static let applicationProtocol = "rollcall/1"

    private let timeout: TimeAmount
    private let begin: (PeerCertificate?) throws -> Void
    private let failed: (any Error) -> Void
    private var timer: Scheduled<Void>?
    private var hasEnded = false

    /// - Parameters:
    ///   - begin: called when the handshake has succeeded; adds the handlers after this one.
    ///   - failed: called when the handshake has failed with a `TLSFailure`, or when `begin` has
    ///     thrown, with that error.
    init(
        timeout: TimeAmount,
        begin: @escaping (PeerCertificate?) throws -> Void,
        failed: @escaping (any Error) -> Void
    ) {
        self.timeout = timeout
        self.begin = begin
        self.failed = failed
    }

    func handlerAdded(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { [weak self] in
            self?.fail(TLSFailure.timedOut, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .handshakeCompleted(let agreed) = event as? TLSUserEvent, !hasEnded else {
            return context.fireUserInboundEventTriggered(event)
        }
        do {
            guard agreed == Self.applicationProtocol else { throw TLSFailure.otherProtocol }
            try begin(peerCertificate(context).map(PeerCertificate.init))
            end()
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        } catch {
            fail(error, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(TLSFailure(error, peerCertificate: peerCertificate(context)), context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(TLSFailure.cutOff, context)
        context.fireChannelInactive()
    }

    private func peerCertificate(_ context: ChannelHandlerContext) -> NIOSSLCertificate? {
        let handler = try? context.pipeline.syncOperations.handler(type: NIOSSLHandler.self)
        return handler?.peerCertificate
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        guard !hasEnded else { return }
        end()
        failed(error)
        // TLS must first finish its current work. To close it now would send the end of a handshake
        // that it has just refused.
        let channel = context.channel
        channel.eventLoop.execute { channel.close(promise: nil) }
    }

    private func end() {
        hasEnded = true
        timer?.cancel()
    }
}
