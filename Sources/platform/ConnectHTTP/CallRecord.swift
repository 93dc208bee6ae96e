import HTTPTypes
import Logging
import MessageJSON
import NIOCore
import RollcallRPC

/// Writes lines about calls that failed, in the form of the services (`LoggingInterceptor`).
///
/// Lines above `debug` are limited, and the next line says how many were left out.
package final class CallLog: Sendable {
    private let logger: Logger
    private let sampler = LineSampler(RateLimit(1, per: .seconds(1), burst: 10))

    package init(_ logger: Logger) {
        self.logger = logger
    }

    fileprivate func write(_ level: Logger.Level, _ metadata: @autoclosure () -> Logger.Metadata) {
        guard level > .debug else {
            return logger.debug("a call has ended", metadata: metadata())
        }
        guard let omitted = sampler.sample(at: .now()) else { return }
        var metadata = metadata()
        if omitted > 0 { metadata["log.omitted"] = "\(omitted)" }
        logger.log(level: level, "a call has ended", metadata: metadata)
    }
}

/// What is counted of a call, and what a line says of it: nothing of its messages, its metadata and
/// its client.
package struct CallRecord: Sendable {
    private let log: CallLog
    let path: String
    private let id: String
    private let begin = ContinuousClock.now
    private(set) var metrics: CallMetrics?

    /// - Parameters:
    ///   - path: of a request.
    ///   - id: that the client can see.
    package init(_ log: CallLog, path: String, id: String) {
        (self.log, self.path, self.id) = (log, path, id)
    }

    /// From here on the call is counted, until it has ended.
    package mutating func count(in metrics: CallMetrics?) {
        self.metrics = metrics
        metrics?.began()
    }

    package func ended(_ code: StatusCode) {
        let duration = ContinuousClock.now - begin
        metrics?.ended(code, after: duration)
        TraceSpan.current?.end(code)
        guard code != .ok else { return }
        log.write(
            code.logLevel,
            [
                "rpc.method": "\(path)", "rpc.code": "\(code)", "http.request_id": "\(id)",
                "rpc.duration_us": "\(Int64(duration / .microseconds(1)))",
            ])
    }

    /// The answer to a unary call that failed.
    package func answer(to error: any Error, _ pool: DescriptorPool) -> Answer {
        let error = RPCError.wire(for: error)
        ended(error.code)
        return Answer(error, pool)
    }
}

extension HTTPRequest {
    package var pathWithoutQuery: String {
        let path = path ?? ""
        return path.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(path[..<$0]) } ?? path
    }
}
