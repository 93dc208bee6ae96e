import NIOCore
import RollcallWire
import Synchronization

/// What can be read from a stream now.
public enum Readiness<Value: Sendable>: Sendable {
    case message(Value)
    /// The peer has sent its last message.
    case ended
    case nothing
}

/// One call as the application holds it, on either side and from any thread. It reads messages from
/// its inbox, and passes outgoing ones to the connection.
final class StreamHandle: CallReceiver {
    private let inbox = Mutex(Inbox())
    private let connection: ConnectionReference
    // Used only on the connection's event loop.
    nonisolated(unsafe) var id: UInt32 = 0
    /// Whether the connection will compact the inbox.
    nonisolated(unsafe) var isToBeCompacted = false

    init(connection: ConnectionReference) {
        self.connection = connection
    }

    /// The next message, or nil when the peer has sent its last.
    ///
    /// - Throws: `RPCError` with the status of the call, or `cancelled`.
    func receive() async throws -> ByteBuffer? {
        switch try receiveIfReady() {
        case .message(let bytes): bytes
        case .ended: nil
        case .nothing: try await receiveArrival()
        }
    }

    /// What can be read now, without waiting.
    ///
    /// - Throws: as `receive`.
    @inline(never)
    func receiveIfReady() throws -> Readiness<ByteBuffer> {
        let taken = inbox.withLock { $0.take() }
        if case .nothing = taken { return .nothing }
        guard let message = try open(taken) else { return .ended }
        return .message(message)
    }

    /// Continues a server's call after its handler has returned. It is woken each time that
    /// something arrives while no reader waits: a message, the end, or a failure.
    var reactor: StreamReactor? { inbox.withLock { $0.reactor } }

    /// Removes the reactor, which keeps the stream alive until its last turn. After an error no
    /// turn comes.
    func forgetReactor() {
        inbox.withLock { $0.reactor = nil }
    }

    /// Lets a reactor continue the call. If the call has ended meanwhile, the first turn is the
    /// last.
    func goOn(with reactor: StreamReactor) {
        let isOver = inbox.withLock { inbox in
            inbox.reactor = reactor
            return inbox.sendingFailure != nil
        }
        if isOver { reactor.cancel() }
    }

    private func receiveArrival() async throws -> ByteBuffer? {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { wait($0) }
        } onCancel: {
            cancel(.cancelled)
        }
    }

    // Not inlined: its temporaries would enlarge the frame of the waiting function.
    @inline(never)
    private func wait(_ waiter: Inbox.Waiter) {
        let taken = inbox.withLock { $0.wait(waiter) }
        if case .nothing = taken { return }
        waiter.resume(with: Result { try open(taken) })
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

    private func release(_ cost: Int) {
        let (due, hasReadAll) = inbox.withLock { ($0.save(cost), $0.isEmpty) }
        guard due > 0 else { return }
        if let connection = connection.ifOnEventLoop {
            connection.release(due, of: id, hasReadAll: hasReadAll)
        } else {
            connection.run { $0.release(due, of: self.id, hasReadAll: hasReadAll) }
        }
    }

    /// Sends a message. It returns when the last byte was passed to the transport. So a fast sender
    /// is at most one message ahead of a slow reader.
    func send(_ message: some Message) async throws {
        if !Task.isCancelled, sendAtOnce(message) { return }
        let buffer = message.buffer
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                connection.run {
                    $0.enqueue(.message(buffer, isLast: false, sent: continuation), on: self)
                }
            }
        } onCancel: {
            cancel(.cancelled)
        }
    }

    /// - Returns: whether the message was sent: on the event loop, and with nothing that stands
    ///   before it.
    func sendAtOnce(_ message: some Message) -> Bool {
        connection.ifOnEventLoop?.sendNow(message, on: id) ?? false
    }

    /// Ends this side of the stream: no more messages follow.
    func sendEnd() {
        connection.run { $0.enqueue(.end, on: self) }
    }

    /// Cancels the call. Its messages are dropped, and waiting readers and writers are told.
    func cancel(_ code: StatusCode) {
        abort(RPCError(code, RPCError.givenUp.message))
        connection.run { $0.cancel(self, with: code) }
    }
}

extension StreamHandle {
    func deliver(_ message: ByteBuffer, cost: Int) -> Bool {
        switch inbox.withLock({ $0.deliver(message, cost: cost) }) {
        case .handedOver(let continuation):
            continuation.resume(returning: message)
            return true
        case .queued:
            reactor?.wake()
            return false
        case .dropped: return true
        }
    }

    func end(_ error: RPCError?) {
        let waiter = inbox.withLock { $0.end(error) }
        if let error { waiter?.resume(throwing: error) } else { waiter?.resume(returning: nil) }
        reactor?.wake()
    }

    func abort(_ error: RPCError) {
        let (waiter, cost) = inbox.withLock { $0.abort(error) }
        waiter?.resume(throwing: error)
        reactor?.cancel()
        if cost > 0 { connection.run { $0.release(cost, of: self.id) } }
    }

    /// Frees read buffers that unread messages keep alive.
    func compact() {
        isToBeCompacted = false
        inbox.withLock { $0.compact() }
    }

    var hasUnread: Bool {
        inbox.withLock { !$0.isEmpty }
    }

    var isAborted: Bool {
        inbox.withLock { $0.isFailed }
    }

    /// Why this side ended the call, or its deadline. Only the reader learns of other ends by
    /// the peer, after the unread messages.
    var failure: RPCError {
        inbox.withLock { $0.sendingFailure } ?? RPCError(.cancelled, "the call has ended")
    }
}
