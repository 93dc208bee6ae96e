import NIOCore
import RollcallWire
import Synchronization

/// One call as the application holds it, on either side and from any thread: it reads messages
/// from its inbox, and hands what it sends to the connection.
final class StreamHandle: Sendable {
    private let inbox = Mutex(Inbox())
    private let connection: ConnectionReference
    /// Set once, before anything is received; 0 while the call waits for its turn to be opened.
    private let streamID = Mutex<UInt32>(0)

    init(connection: ConnectionReference) {
        self.connection = connection
    }

    var id: UInt32 { streamID.withLock { $0 } }

    /// The trailers, once `receive` has returned nil.
    var trailers: Metadata { inbox.withLock { $0.trailers } ?? Metadata() }

    /// The next message, or nil when the peer has sent its last.
    ///
    /// - Throws: `RPCError` with the status of the call, or `cancelled`.
    func receive() async throws -> ByteBuffer? {
        switch inbox.withLock({ $0.take() }) {
        case .nothing: break
        case let taken: return try open(taken)
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let taken = inbox.withLock { $0.wait(continuation) }
                if case .nothing = taken { return }
                continuation.resume(with: Result { try open(taken) })
            }
        } onCancel: {
            cancel(.cancelled)
        }
    }

    private func open(_ taken: Inbox.Taken) throws -> ByteBuffer? {
        switch taken {
        case .message(let delivery):
            release(delivery.cost)
            return delivery.message
        case .ended, .nothing: return nil
        case .failed(let error): throw error
        }
    }

    /// Sends a message. It waits until the last byte was handed to the transport, so that a fast
    /// sender holds no more than one message ahead of a slow reader.
    func send(_ message: ByteBuffer, isLast: Bool = false) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                connection.run {
                    $0.enqueue(.message(message, isLast: isLast, sent: continuation), on: self)
                }
            }
        } onCancel: {
            cancel(.cancelled)
        }
    }

    /// Says that this side sends no more messages.
    func sendEnd() {
        connection.run { $0.enqueue(.end, on: self) }
    }

    /// Gives up the call. Its messages are dropped; whoever waits for it is told.
    func cancel(_ code: StatusCode) {
        let error = RPCError(code, "the call was cancelled by its caller")
        abort(error)
        connection.run { $0.cancel(self, with: code) }
    }

    private func release(_ cost: Int) {
        connection.run { $0.release(cost, of: self.id) }
    }
}

/// What the connection does to a stream; called on its event loop.
extension StreamHandle {
    func begin(as id: UInt32) {
        streamID.withLock { $0 = id }
    }

    /// - Returns: whether the message was taken at once, so that its credit goes back now.
    func deliver(_ message: ByteBuffer, cost: Int) -> Bool {
        switch inbox.withLock({ $0.deliver(message, cost: cost) }) {
        case .handedOver(let continuation):
            continuation.resume(returning: message)
            return true
        case .queued: return false
        case .dropped: return true
        }
    }

    func end(_ result: Result<Metadata, RPCError>) {
        inbox.withLock { $0.end(result) }?.resume(with: result.map { _ in nil }.mapError { $0 })
    }

    func abort(_ error: RPCError) {
        let (waiter, cost) = inbox.withLock { $0.abort(error) }
        waiter?.resume(throwing: error)
        if cost > 0 { release(cost) }
    }

    var isAborted: Bool {
        inbox.withLock { $0.isFailed }
    }
}
