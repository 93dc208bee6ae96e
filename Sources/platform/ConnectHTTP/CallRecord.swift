import Admission
import HTTPTypes
import Logging
import MessageJSON
import NIOCore
import RollcallRPC
import Synchronization

/// Writes lines about calls that failed, in the form of the services (`LoggingInterceptor`).
///
/// Lines above `debug` are limited, and the next line says how many were left out.
package final class CallLog: Sendable {
    private let logger: Logger
    private let limit = GCRA(1, per: 1_000_000_000, burst: 10)
    private let state = Mutex((due: Int64.min, omitted: 0))

    package init(_ logger: Logger) {
        self.logger = logger
    }

    fileprivate func write(_ level: Logger.Level, _ metadata: @autoclosure () -> Logger.Metadata) {
        guard level > .debug else {
            return logger.debug("a call has ended", metadata: metadata())
        }
        let now = Int64(clamping: NIODeadline.now().uptimeNanoseconds)
        let omitted: Int? = state.withLock { state in
            guard limit.take(&state.due, now: now) == nil else {
                state.omitted += 1
                return nil
            }
            defer { state.omitted = 0 }
            return state.omitted
        }
        guard let omitted else { return }
        var metadata = metadata()
        if omitted > 0 { metadata["log.omitted"] = "\(omitted)" }
        logger.log(level: level, "a call has ended", metadata: metadata)
    }
}

/// What a line about a call says of it: nothing of its messages, its metadata and its client.
package struct CallRecord: Sendable {
    private let log: CallLog
    let path: String
    private let id: String
    private let begin = ContinuousClock.now

    /// - Parameters:
    ///   - path: of a request.
    ///   - id: that the client can see.
    package init(_ log: CallLog, path: String, id: String) {
        (self.log, self.path, self.id) = (log, path, id)
    }

    package func failed(_ code: StatusCode) {
        let duration = ContinuousClock.now - begin
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
        failed(error.code)
        return Answer(error, pool)
    }
}

extension StatusCode {
    fileprivate var logLevel: Logger.Level {
        switch self {
        case .unknown, .internal, .dataLoss: .warning
        case .unavailable, .resourceExhausted, .deadlineExceeded: .info
        default: .debug
        }
    }
}

extension HTTPRequest {
    package var pathWithoutQuery: String {
        let path = path ?? ""
        return path.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(path[..<$0]) } ?? path
    }
}
