import NIOCore

/// The queue of a stream's messages, from the connection to the application. A value, guarded by
/// its `StreamHandle`.
struct Inbox {
    struct Delivery {
        var message: ByteBuffer
        /// The credit to return to the peer once the application has taken the message.
        let cost: Int
    }

    typealias Waiter = UnsafeContinuation<ByteBuffer?, any Error>

    /// How much credit a reader saves up before it returns it, unless the inbox is empty.
    private static let savedCredit = 32 * 1024

    /// The messages to take, and after them those that have arrived since the last `compact`.
    private var deliveries = ShortQueue<Delivery>()
    private var arrivals = ShortQueue<Delivery>()
    private var savedCost = 0
    private var terminal: Terminal?
    /// Why this side aborted the stream.
    private var abortion: Abortion?
    private var waiter: Waiter?
    /// Woken outside the lock when something arrives and no reader waits.
    var reactor: StreamReactor?

    /// How the stream has ended. Indirect, like `Abortion`, so that open streams need no space for
    /// errors.
    private indirect enum Terminal {
        case well
        case badly(RPCError)
    }

    private indirect enum Abortion {
        case reason(RPCError)
    }

    /// Whether no message waits.
    var isEmpty: Bool { deliveries.isEmpty && arrivals.isEmpty }

    /// The error that senders get when nothing more can be sent: the reason of an abort by this
    /// side, or the deadline, whichever side noticed it first.
    var sendingFailure: RPCError? {
        if case .badly(let error) = terminal, error.code == .deadlineExceeded { return error }
        return if case .reason(let error) = abortion { error } else { nil }
    }

    /// Whether the stream has failed.
    var isFailed: Bool {
        if case .badly = terminal { true } else { false }
    }

    enum Delivered {
        /// The application was waiting: resume it.
        case handedOver(Waiter)
        case queued
        /// The stream has ended already.
        case dropped
    }

    mutating func deliver(_ message: ByteBuffer, cost: Int) -> Delivered {
        guard terminal == nil else { return .dropped }
        if let waiter = waiter.take() { return .handedOver(waiter) }
        arrivals.append(Delivery(message: message, cost: cost))
        return .queued
    }

    /// Ends the stream after its remaining messages have been taken.
    ///
    /// - Returns: the waiting reader, to be resumed with the end.
    mutating func end(_ error: RPCError?) -> Waiter? {
        guard terminal == nil else { return nil }
        terminal = if let error { .badly(error) } else { .well }
        return waiter.take()
    }

    /// Ends the stream at once.
    ///
    /// - Returns: the waiting reader, and the credit of the dropped messages.
    mutating func abort(_ error: RPCError) -> (Waiter?, cost: Int) {
        let dropped = deliveries.removeAll() + arrivals.removeAll()
        abortion = abortion ?? .reason(error)
        if terminal == nil || !dropped.isEmpty { terminal = .badly(error) }
        defer { savedCost = 0 }
        return (waiter.take(), dropped.reduce(savedCost) { $0 + $1.cost })
    }

    enum Taken {
        case message(Delivery)
        case ended
        case failed(RPCError)
        case nothing
    }

    mutating func take() -> Taken {
        if let delivery = deliveries.popFirst() ?? arrivals.popFirst() {
            return .message(delivery)
        }
        return switch terminal {
        case .well: .ended
        case .badly(let error): .failed(error)
        case nil: .nothing
        }
    }

    /// Waits if `take` finds nothing.
    ///
    /// - Returns: what has arrived in between; then the continuation is not kept.
    mutating func wait(_ continuation: Waiter) -> Taken {
        let taken = take()
        guard case .nothing = taken else { return taken }
        guard waiter == nil else {
            return .failed(RPCError(.failedPrecondition, "a stream has one reader at a time"))
        }
        waiter = continuation
        return .nothing
    }
}

extension Inbox {
    /// Saves the credit of a taken message, to be returned to the peer now or later.
    ///
    /// - Returns: the credit to return now.
    mutating func save(_ cost: Int) -> Int {
        savedCost += cost
        guard isEmpty || savedCost >= Self.savedCredit else { return 0 }
        defer { savedCost = 0 }
        return savedCost
    }

    /// Copies messages that keep much larger read buffers alive into one common buffer. So unread
    /// messages take no more memory than they have bytes. Each message is checked once, however
    /// many wait before it.
    mutating func compact() {
        guard !arrivals.isEmpty else { return }
        let waiting = arrivals.removeAll()
        var held = ByteBuffer()
        for delivery in waiting where delivery.message.isWasteful {
            held.writeImmutableBuffer(delivery.message)
        }
        for var delivery in waiting {
            if delivery.message.isWasteful,
                let copy = held.readSlice(length: delivery.message.readableBytes)
            {
                delivery.message = copy
            }
            deliveries.append(delivery)
        }
    }
}

extension ByteBuffer {
    /// Whether most of the storage belongs to other data. An empty slice counts, too: it keeps the
    /// whole buffer that it was read into.
    var isWasteful: Bool {
        readableBytes * 4 < storageCapacity
    }

    /// The same bytes, copied if most of the storage belongs to other data.
    var alone: ByteBuffer { isWasteful ? ByteBuffer(bytes: readableBytesView) : self }
}
