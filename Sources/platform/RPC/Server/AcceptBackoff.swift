import Glibc
import Logging
import NIOCore

/// Pauses a listener that cannot accept for lack of file descriptors or memory. Otherwise it would
/// try again without end. Meanwhile clients wait in the backlog.
///
/// NIO's own handler for this delays the reads that follow. But after a failed accept the channel
/// is still registered for an earlier read.
final class AcceptBackoff: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private static let pause = TimeAmount.milliseconds(100)
    private static let logInterval = TimeAmount.seconds(10)

    private let refusals: RefusalCounters
    private let logger: Logger
    private var quietUntil = NIODeadline.uptimeNanoseconds(0)

    init(_ refusals: RefusalCounters, _ logger: Logger) {
        self.refusals = refusals
        self.logger = logger
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Others are of connections that were accepted.
        guard let error = error as? IOError else { return }
        refusals.count("system")
        let channel = context.channel
        _ = channel.setOption(.autoRead, value: false)
        channel.eventLoop.scheduleTask(in: Self.pause) {
            _ = channel.setOption(.autoRead, value: true)
        }
        log(error)
    }

    private func log(_ error: IOError) {
        let now = NIODeadline.now()
        guard now >= quietUntil else { return }
        quietUntil = now + Self.logInterval
        logger.warning(
            "cannot accept connections",
            metadata: ["error": "\(String(cString: strerror(error.errnoCode)))"])
    }
}
