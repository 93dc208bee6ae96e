import Admission
import Logging
import NIOCore
import Synchronization

/// Writes one line when a call ends. The level is `debug` if it ended well or by the caller's
/// fault, `info` if the server could not answer, `warning` if the server is at fault.
///
/// Lines above `debug` are limited for each RPC, and the next line says how many were left out.
/// Messages, metadata and the sentences of errors are never written.
public struct LoggingInterceptor: ServerInterceptor {
    private let logger: Logger
    private let limit: RateLimit

    public var standsBeforeAuthorization: Bool { true }

    /// - Parameter limit: of the lines above `debug` that one RPC writes.
    public init(logger: Logger, limit: RateLimit = RateLimit(1, per: .seconds(1), burst: 10)) {
        self.logger = logger
        self.limit = limit
    }

    public func intercept(_ rpc: ServedRPC) -> Interception? {
        let sampler = LineSampler(limit)
        return Interception(onEnd: { [logger] call in
            if call.status.logLevel == .debug {
                if logger.logLevel <= .debug { log(call) }
            } else if let omitted = sampler.sample(at: .now()) {
                log(call, omitted: omitted)
            }
        })
    }

    private func log(_ call: EndedCall, omitted: Int = 0) {
        logger.log(
            level: call.status.logLevel, "a call has ended", metadata: metadata(call, omitted))
    }

    private func metadata(_ call: EndedCall, _ omitted: Int) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "rpc.method": "\(call.context.method)", "rpc.code": "\(call.status)",
            "rpc.duration_us": "\(Int64(call.duration / .microseconds(1)))",
        ]
        if let address = call.context.peer.address { metadata["rpc.peer"] = "\(address)" }
        if let trace = TraceParent(call.context.traceparent) {
            metadata["trace.id"] = "\(trace.trace)"
        }
        if omitted > 0 { metadata["log.omitted"] = "\(omitted)" }
        return metadata
    }
}

/// Says which of many lines are written.
package final class LineSampler: Sendable {
    private let limit: GCRA
    private let state = Mutex((due: Int64.min, omitted: 0))

    package init(_ limit: RateLimit) {
        self.limit = limit.rate
    }

    /// - Returns: how many lines were left out before this one; nil to leave this one out too.
    package func sample(at now: NIODeadline) -> Int? {
        state.withLock { state in
            let now = Int64(clamping: now.uptimeNanoseconds)
            guard limit.take(&state.due, now: now) == nil else {
                state.omitted += 1
                return nil
            }
            defer { state.omitted = 0 }
            return state.omitted
        }
    }
}

extension StatusCode {
    /// Of the line about a call that has ended so.
    package var logLevel: Logger.Level {
        switch self {
        case .unknown, .internal, .dataLoss: .warning
        case .unavailable, .resourceExhausted, .deadlineExceeded: .info
        default: .debug
        }
    }
}
