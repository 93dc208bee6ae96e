import Logging
import RollcallRPC

/// Logs each call when it has ended. Only the method, the code and the figures: what is in the
/// messages, the metadata and the error's text belongs to somebody.
public struct ClientLogging: ClientInterceptor {
    private let logger: Logger
    private let level: Logger.Level

    public init(_ logger: Logger, level: Logger.Level = .debug) {
        self.logger = logger
        self.level = level
    }

    public func begin(_ call: inout ClientCall) -> (any ClientCallObserver)? {
        guard logger.logLevel <= level else { return nil }
        return LoggedCall(
            logger: logger, level: level, method: call.method,
            trace: TraceParent(call.options.traceparent)?.trace)
    }
}

private struct LoggedCall: ClientCallObserver {
    let logger: Logger
    let level: Logger.Level
    let method: String
    let trace: String?
    let start = ContinuousClock.now

    func ended(_ error: RPCError?) {
        var metadata: Logger.Metadata = [
            "rpc.method": "\(method)", "rpc.code": "\(error?.code ?? .ok)",
            "rpc.duration_us": "\(Int64(start.duration(to: .now) / .microseconds(1)))",
        ]
        if let trace { metadata["trace.id"] = "\(trace)" }
        logger.log(level: level, "a call has ended", metadata: metadata)
    }
}
