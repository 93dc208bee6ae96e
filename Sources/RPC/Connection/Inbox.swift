import NIOCore

/// The messages of one stream between the connection, which delivers, and the application, which
/// takes: a value, guarded by its `StreamHandle`.
struct Inbox {
    struct Delivery {
        var message: ReceivedMessage
        /// The credit that is given back once the application has taken the message.
        let cost: Int
    }

    typealias Waiter = UnsafeContinuation<ReceivedMessage?, any Error>

    /// Credit that a reader saves up before it gives it back, unless it has read all that is there.
    private static let savedCredit = 32 * 1024

    /// What waits to be taken, and behind it what has arrived since the last `compact`.
    private var deliveries = ShortQueue<Delivery>()
    private var arrivals = ShortQueue<Delivery>()
    private var savedCost = 0
    private var terminal: Terminal?
    /// Why this side ended the stream at once.
    private var abortion: Abortion?
    private var waiter: Waiter?
    /// Woken outside the lock when something has arrived that no reader waits for.
    var reactor: StreamReactor?
    private var beginning: Beginning = .awaited([])

    /// How the stream has ended. It lies apart, as what follows: an open stream has no room for errors.
    private indirect enum Terminal {
        case well(Metadata)
        case badly(RPCError)
    }

    private indirect enum Abortion {
        case reason(RPCError)
    }

    /// What the server says before its first message.
    private enum Beginning {
        case awaited([BeginningWaiter])
        case known(Metadata)
    }

    typealias BeginningWaiter = UnsafeContinuation<Metadata, any Error>

    /// Whether no message waits.
    var isEmpty: Bool { deliveries.isEmpty && arrivals.isEmpty }

    /// The trailers, once the stream has ended well.
    var trailers: Metadata? {
        if case .well(let trailers) = terminal { trailers } else { nil }
    }

    /// Why nothing can be sent any more, as far as a sender is told: what this side ended the stream
    /// for, and the deadline, whichever side's clock has run out first.
    var sendingFailure: RPCError? {
        if case .badly(let error) = terminal, error.code == .deadlineExceeded { return error }
        return if case .reason(let error) = abortion { error } else { nil }
    }

    /// Whether the stream ended badly.
    var isFailed: Bool {
        if case .badly = terminal { true } else { false }
    }

    /// Notes what the server says before its first message; nothing, once a message or the end is
    /// there.
    ///
    /// - Returns: who waits for it.
    mutating func begin(with metadata: Metadata) -> [BeginningWaiter] {
        guard case .awaited(let waiters) = beginning else { return [] }
        beginning = .known(metadata)
        return waiters
    }

    var hasBegun: Bool {
        if case .known = beginning { true } else { false }
    }

    /// - Returns: what the server said, or nil: the continuation is then kept.
    mutating func waitForBeginning(_ continuation: BeginningWaiter) -> Metadata? {
        switch beginning {
        case .known(let metadata): return metadata
        case .awaited(let waiters):
            beginning = .awaited(waiters + [continuation])
            return nil
        }
    }

    enum Delivered {
        /// The application was waiting: resume it.
        case handedOver(Waiter)
        case queued
        /// The stream has ended already.
        case dropped
    }

    mutating func deliver(_ message: ReceivedMessage, cost: Int) -> Delivered {
        guard terminal == nil else { return .dropped }
        if let waiter = waiter.take() { return .handedOver(waiter) }
        arrivals.append(Delivery(message: message, cost: cost))
        return .queued
    }

    /// Ends the stream once the messages that are there have been taken.
    ///
    /// - Returns: the waiting application, to be resumed with the end.
    mutating func end(_ result: Result<Metadata, RPCError>) -> Waiter? {
        guard terminal == nil else { return nil }
        terminal =
            switch result {
            case .success(let trailers): .well(trailers)
            case .failure(let error): .badly(error)
            }
        return waiter.take()
    }

    /// Ends the stream at once.
    ///
    /// - Returns: the waiting application, and the credit of the messages that nobody will take.
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

    /// Waits for what `take` did not find.
    ///
    /// - Returns: what has arrived in between; the continuation is then not kept.
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
    /// Credit that was taken with a message, to be given back now or later.
    ///
    /// - Returns: what to give back now.
    mutating func save(_ cost: Int) -> Int {
        savedCost += cost
        guard isEmpty || savedCost >= Self.savedCredit else { return 0 }
        defer { savedCost = 0 }
        return savedCost
    }

    /// Copies messages that hold on to much larger read buffers, all into one buffer: what a slow
    /// reader leaves lying takes no more memory than it has bytes. Each message is looked at once,
    /// however many wait before it.
    mutating func compact() {
        guard !arrivals.isEmpty else { return }
        let waiting = arrivals.removeAll()
        var held = ByteBuffer()
        for delivery in waiting where delivery.message.bytes.isWasteful {
            held.writeImmutableBuffer(delivery.message.bytes)
        }
        for var delivery in waiting {
            if delivery.message.bytes.isWasteful,
                let copy = held.readSlice(length: delivery.message.bytes.readableBytes)
            {
                delivery.message.bytes = copy
            }
            deliveries.append(delivery)
        }
    }
}

extension ByteBuffer {
    /// Whether most of the storage belongs to something else. So it is with no bytes at all: they
    /// keep the whole buffer that they were read into.
    var isWasteful: Bool {
        readableBytes * 4 < storageCapacity
    }

    /// The same bytes, in storage of their own if most of it belongs to something else.
    var alone: ByteBuffer { isWasteful ? ByteBuffer(bytes: readableBytesView) : self }
}
