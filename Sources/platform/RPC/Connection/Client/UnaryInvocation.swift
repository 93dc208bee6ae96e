import NIOCore
import RollcallWire
import Synchronization

/// One unary call as its caller waits for it, whatever is asked and answered: one hand-over to the
/// connection, and one back.
final class UnaryInvocation: CallReceiver {
    typealias Continuation = UnsafeContinuation<UnaryAnswer, any Error>

    private enum State {
        case idle
        case waiting(Continuation)
        case ended
    }

    private let connection: Reference<ClientConnection>
    private let state = Mutex(State.idle)
    // Touched on the event loop of the connection only.
    nonisolated(unsafe) var id: UInt32 = 0
    nonisolated(unsafe) private var answer = UnaryAnswer()
    nonisolated(unsafe) private var fault: RPCError?

    init(on connection: Reference<ClientConnection>) {
        self.connection = connection
    }

    /// Makes the call.
    ///
    /// - Throws: `RPCError` with the status of the call, or `cancelled`.
    func answer(to opening: CallOpening) async throws -> UnaryAnswer {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                let isWanted = state.withLock { state in
                    guard case .idle = state else { return false }
                    state = .waiting(continuation)
                    return true
                }
                guard isWanted else { return continuation.resume(throwing: RPCError.givenUp) }
                if let connection = connection.ifOnEventLoop {
                    connection.open(self, opening)
                } else {
                    connection.submit(self, opening)
                }
            }
        } onCancel: {
            finish(.failure(.givenUp))
            connection.run { $0.cancel(self, with: .cancelled) }
        }
    }

    private func finish(_ result: Result<UnaryAnswer, RPCError>) {
        let waiting: Continuation? = state.withLock { state in
            defer { state = .ended }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        waiting?.resume(with: result)
    }

    func begin(with metadata: Metadata) {
        answer.initialMetadata = metadata
    }

    func deliver(_ message: ByteBuffer, cost: Int) -> Bool {
        if answer.message != nil {
            fault = RPCError(.internal, "the server sent more than one response")
        }
        answer.message = message
        return true
    }

    func end(_ result: Result<Metadata, RPCError>) {
        finish(
            result.flatMap { trailers in
                if let fault { return .failure(fault) }
                guard answer.message != nil else {
                    return .failure(
                        RPCError(.internal, "the server ended the call well but sent no response"))
                }
                answer.trailers = trailers
                return .success(answer)
            })
    }

    func abort(_ error: RPCError) {
        finish(.failure(error))
    }

    var isAborted: Bool {
        state.withLock { if case .ended = $0 { true } else { false } }
    }
}

/// What came back of a unary call that ended well.
struct UnaryAnswer: Sendable {
    var initialMetadata = Metadata()
    var message: ByteBuffer?
    var trailers = Metadata()

    /// - Throws: `RPCError`.
    func response<Response: Message>() throws -> Response {
        guard let message else { throw RPCError(.internal, "the server sent no response") }
        return try Response(response: message)
    }
}

extension RPCError {
    package static var givenUp: RPCError {
        RPCError(.cancelled, "the call was cancelled by its caller")
    }
}
