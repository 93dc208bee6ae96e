import Logging
import NIOCore
import RollcallWire

/// Runs the handlers of one event loop's calls, and ends each call with what its handler returned
/// or threw.
struct CallRunner: Sendable {
    let routes: RouteTable
    let scheduler: CallScheduler
    let details: AnswerDetails
    let logger: Logger

    /// Starts the handler at once, on the thread of the connection. Called on its event loop.
    func start(
        _ call: ServerCall, of record: StreamRecord, _ route: Router.Route,
        on connection: ConnectionReference
    ) -> Task<Void, Never> {
        nonisolated(unsafe) let record = record
        return Task.immediate(executorPreference: scheduler.executor) {
            let outcome: Result<ServerReply, any Error>
            do {
                outcome = .success(try await route.handler(call))
            } catch {
                outcome = .failure(error)
                log(error, of: call)
            }
            // A handler ends where it began, on the event loop.
            if let connection = connection.ifOnEventLoop {
                connection.handlerEnded(record, route, with: outcome)
            } else {
                connection.run { $0.handlerEnded(record, route, with: outcome) }
            }
        }
    }

    /// The unforeseen is logged once, here; what a handler answers on purpose is not.
    private func log(_ error: any Error, of call: ServerCall) {
        guard !(error is RPCError), !(error is CancellationError), !(error is RefusedCall) else {
            return
        }
        logger.error(
            "a handler failed",
            metadata: ["rpc.method": "\(call.context.method)", "error": "\(error)"])
    }
}
