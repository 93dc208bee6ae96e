import Logging
import NIOCore
import RollcallWire

/// Runs the handlers of one event loop's calls, and ends each call with what its handler returned
/// or threw.
struct CallRunner: Sendable {
    let routes: [String: Router.Route]
    let executor: EventLoopTaskExecutor
    let logger: Logger

    /// Starts the handler at once, on the thread of the connection. Called on its event loop.
    func start(_ call: ServerCall, on connection: ConnectionReference) -> Task<Void, Never> {
        Task.immediate(executorPreference: executor) {
            let (close, message) = await outcome(of: call)
            connection.run {
                $0.finish(call.stream, close, message: message)
                $0.handlerEnded()
            }
        }
    }

    /// Whether a call must end within the server's bound: not one that streams to its caller, which
    /// may last for as long as the caller wants.
    func isBounded(_ path: String) -> Bool {
        switch routes[path]?.kind {
        case .unary, .clientStreaming, nil: true
        case .serverStreaming, .bidirectional: false
        }
    }

    private func outcome(of call: ServerCall) async -> (Close, ByteBuffer?) {
        do {
            guard let route = routes[call.context.method] else {
                throw RPCError(.unimplemented, "there is no RPC \(call.context.method.quoted)")
            }
            return (Close(), try await route.handler(call).message)
        } catch {
            log(error, of: call)
            return (Close(RPCError.wire(for: error)), nil)
        }
    }

    /// The unforeseen is logged once, here; what a handler answers on purpose is not.
    private func log(_ error: any Error, of call: ServerCall) {
        guard !(error is RPCError), !(error is CancellationError) else { return }
        logger.error(
            "a handler failed",
            metadata: ["rpc.method": "\(call.context.method)", "error": "\(error)"])
    }
}

extension String {
    /// A method name as the peer sent it, fit to stand in a sentence.
    fileprivate var quoted: String {
        "`\(unicodeScalars.prefix(128).filter { $0.isASCII && $0.value >= 0x20 }.map(String.init).joined())`"
    }
}
