import NIOCore

/// The messages of one stream between the connection, which delivers, and the application, which
/// takes: a value, guarded by its `StreamHandle`.
struct Inbox {
    struct Delivery {
        let message: ByteBuffer
        /// The credit that is given back once the application has taken the message.
        let cost: Int
    }

    enum Waiting {
        typealias Continuation = CheckedContinuation<ByteBuffer?, any Error>
    }

    private var deliveries = CircularBuffer<Delivery>(initialCapacity: 1)
    private var terminal: Result<Metadata, RPCError>?
    private var waiter: Waiting.Continuation?

    /// The trailers, once the stream has ended well.
    var trailers: Metadata? { try? terminal?.get() }

    /// Whether the stream ended badly.
    var isFailed: Bool {
        if case .failure = terminal { true } else { false }
    }

    enum Delivered {
        /// The application was waiting: resume it.
        case handedOver(Waiting.Continuation)
        case queued
        /// The stream has ended already.
        case dropped
    }

    mutating func deliver(_ message: ByteBuffer, cost: Int) -> Delivered {
        guard terminal == nil else { return .dropped }
        if let waiter = waiter.take() { return .handedOver(waiter) }
        deliveries.append(Delivery(message: message.compacted, cost: cost))
        return .queued
    }

    /// Ends the stream once the messages that are there have been taken.
    ///
    /// - Returns: the waiting application, to be resumed with the end.
    mutating func end(_ result: Result<Metadata, RPCError>) -> Waiting.Continuation? {
        guard terminal == nil else { return nil }
        terminal = result
        return waiter.take()
    }

    /// Ends the stream at once.
    ///
    /// - Returns: the waiting application, and the credit of the messages that nobody will take.
    mutating func abort(_ error: RPCError) -> (Waiting.Continuation?, cost: Int) {
        let cost = deliveries.reduce(0) { $0 + $1.cost }
        deliveries.removeAll()
        if terminal == nil || cost > 0 { terminal = .failure(error) }
        return (waiter.take(), cost)
    }

    enum Taken {
        case message(Delivery)
        case ended
        case failed(RPCError)
        case nothing
    }

    mutating func take() -> Taken {
        if let delivery = deliveries.popFirst() { return .message(delivery) }
        return switch terminal {
        case .success: .ended
        case .failure(let error): .failed(error)
        case nil: .nothing
        }
    }

    /// Waits for what `take` did not find.
    ///
    /// - Returns: what has arrived in between; the continuation is then not kept.
    mutating func wait(_ continuation: Waiting.Continuation) -> Taken {
        let taken = take()
        guard case .nothing = taken else { return taken }
        guard waiter == nil else {
            return .failed(RPCError(.failedPrecondition, "a stream has one reader at a time"))
        }
        waiter = continuation
        return .nothing
    }
}

extension ByteBuffer {
    /// The same bytes, not holding on to a much larger read buffer while they wait.
    fileprivate var compacted: ByteBuffer {
        readableBytes * 4 < storageCapacity ? ByteBuffer(bytes: readableBytesView) : self
    }
}
