import NIOCore
import RollcallWire
import Synchronization

/// What a stream has to be read.
public enum Readiness<Value: Sendable>: Sendable {
    case message(Value)
    /// The peer has sent its last message.
    case ended
    case nothing
}

/// One call as the application holds it, on either side and from any thread: it reads messages
/// from its inbox, and hands what it sends to the connection.
final class StreamHandle: CallReceiver {
    private let inbox = Mutex(Inbox())
    private let connection: ConnectionReference
    // Touched on the event loop of the connection only.
    nonisolated(unsafe) var id: UInt32 = 0
    /// Whether the connection remembers to compact the inbox.
    nonisolated(unsafe) var isToBeCompacted = false

    init(connection: ConnectionReference) {
        self.connection = connection
    }

    /// The trailers, once `receive` has returned nil.
    var trailers: Metadata { inbox.withLock { $0.trailers } ?? Metadata() }

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

    /// What is there to be read at the moment; it does not wait.
    ///
    /// - Throws: as `receive`.
    @inline(never)
    func receiveIfReady() throws -> Readiness<ByteBuffer> {
        let taken = inbox.withLock { $0.take() }
        if case .nothing = taken { return .nothing }
        guard let message = try open(taken) else { return .ended }
        return .message(try message.decompressed(on: connection))
    }

    /// On a server, goes on with the call once its handler has returned. It is woken each time that something
    /// arrives while no reader waits: a message, the end, or what ended the call.
    var reactor: StreamReactor? { inbox.withLock { $0.reactor } }

    /// The reactor holds the stream as well, until its last turn, which it will not have.
    func forgetReactor() {
        inbox.withLock { $0.reactor = nil }
    }

    /// Has a reactor go on with the call. If the call has ended meanwhile, the first turn is the last.
    func goOn(with reactor: StreamReactor) {
        let isOver = inbox.withLock { inbox in
            inbox.reactor = reactor
            return inbox.sendingFailure != nil
        }
        if isOver { reactor.cancel() }
    }

    private func receiveArrival() async throws -> ByteBuffer? {
        let message = try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { wait($0) }
        } onCancel: {
            cancel(.cancelled)
        }
        return try message?.decompressed(on: connection)
    }

    // Not inlined, as what it works with would lie in the frame of the one that waits.
    @inline(never)
    private func wait(_ waiter: Inbox.Waiter) {
        let taken = inbox.withLock { $0.wait(waiter) }
        if case .nothing = taken { return }
        waiter.resume(with: Result { try open(taken) })
    }

    private func open(_ taken: Inbox.Taken) throws -> ReceivedMessage? {
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

    /// What the server said before its first message. It waits until that is known.
    ///
    /// - Throws: `RPCError` (`cancelled`) when the task is cancelled, and the call with it.
    func initialMetadata() async throws -> Metadata {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                let known = inbox.withLock { $0.waitForBeginning(continuation) }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            cancel(.cancelled)
        }
    }

    /// Sends a message. It waits until the last byte was handed to the transport, so that a fast
    /// sender holds no more than one message ahead of a slow reader.
    func send(_ message: some Message, isLast: Bool = false) async throws {
        if !Task.isCancelled, sendAtOnce(message, isLast: isLast) { return }
        let buffer = message.buffer
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                connection.run {
                    $0.enqueue(.message(buffer, isLast: isLast, sent: continuation), on: self)
                }
            }
        } onCancel: {
            cancel(.cancelled)
        }
    }

    /// - Returns: whether the message was sent: on the event loop, and with nothing that stands before it.
    func sendAtOnce(_ message: some Message, isLast: Bool = false) -> Bool {
        connection.ifOnEventLoop?.sendNow(message, isLast: isLast, on: id) ?? false
    }

    /// Says that this side sends no more messages.
    func sendEnd() {
        connection.run { $0.enqueue(.end, on: self) }
    }

    /// Gives up the call. Its messages are dropped; whoever waits for it is told.
    func cancel(_ code: StatusCode) {
        abort(RPCError(code, RPCError.givenUp.message))
        connection.run { $0.cancel(self, with: code) }
    }
}

extension StreamHandle {
    func begin(with metadata: Metadata) {
        for waiter in inbox.withLock({ $0.begin(with: metadata) }) {
            waiter.resume(returning: metadata)
        }
    }

    func deliver(_ message: ReceivedMessage, cost: Int) -> Bool {
        if !inbox.withLock({ $0.hasBegun }) { begin(with: Metadata()) }
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

    func end(_ result: Result<Metadata, RPCError>) {
        begin(with: Metadata())
        inbox.withLock { $0.end(result) }?.resume(with: result.map { _ in nil }.mapError { $0 })
        reactor?.wake()
    }

    func abort(_ error: RPCError) {
        begin(with: Metadata())
        let (waiter, cost) = inbox.withLock { $0.abort(error) }
        waiter?.resume(throwing: error)
        reactor?.cancel()
        if cost > 0 { connection.run { $0.release(cost, of: self.id) } }
    }

    /// Frees the read buffers that messages hold on to which nobody has taken so far.
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

    /// What ended the call on this side, or its deadline. How else the peer ended it only the reader
    /// is told, behind what there still is to read.
    var failure: RPCError {
        inbox.withLock { $0.sendingFailure } ?? RPCError(.cancelled, "the call has ended")
    }
}
