import Logging
import NIOCore
import RollcallWire

/// One end of a connection: it turns frames into calls and back. It lives on one event loop and
/// does no I/O itself; a transport feeds it with bytes and takes bytes from it.
///
/// Code for both ends is here and in `Connection+Receiving`, `+Sending` and `+Timing`. Each end has
/// its own subclass, `ServerConnection` or `ClientConnection`, with the remaining state and
/// behaviour.
package class Connection {
    enum Phase: Equatable {
        case awaitingHello
        case open
        /// No new calls; closed when the last call has ended.
        case draining
        case closed
    }

    final let eventLoop: any EventLoop
    /// Many connections share it. No value is beyond what the protocol allows.
    private final let sharedConfiguration: Boxed<ConnectionConfiguration>
    final var configuration: ConnectionConfiguration { sharedConfiguration.value }
    final let logger: Logger
    final let transport: any ByteTransport

    // Mutable state is used on the event loop only, never by two accesses that overlap.
    // `@exclusivity(unchecked)` saves the check of that on each access.

    @exclusivity(unchecked) final var phase = Phase.awaitingHello
    @exclusivity(unchecked) final var decoder: FrameDecoder
    @exclusivity(unchecked) final var streams = StreamTable()
    @exclusivity(unchecked) final var assemblingBytes = 0
    @exclusivity(unchecked) final var peer = PeerLimits()
    @exclusivity(unchecked) final var sendCredit = SendCredit(Floor.connectionWindow)
    @exclusivity(unchecked) final var receiveCredit: ReceiveCredit
    /// The highest id of an opened call.
    @exclusivity(unchecked) final var highestStreamID: UInt32 = 0

    /// The streams that have something to send, in the order of their turns.
    @exclusivity(unchecked) final var turns = ShortQueue<UInt32>()
    /// Bytes for the next flush. It has memory only while it has bytes, as very many connections
    /// may have only silent streams.
    @exclusivity(unchecked) final var output = ByteBuffer()
    /// The size of the last output, which predicts the next one.
    @exclusivity(unchecked) final var lastOutputSize = 0
    @exclusivity(unchecked) final var isFlushScheduled = false
    /// Whether the transport has bytes that were not flushed.
    @exclusivity(unchecked) final var isFlushNeeded = false
    /// Calls that were opened or answered since the last flush.
    @exclusivity(unchecked) final var unflushedCalls = 0
    @exclusivity(unchecked) final var isFlushingEarly = false
    @exclusivity(unchecked) final var isReading = false
    @exclusivity(unchecked) final var unreadReplies = 0
    /// Bytes of messages that wait to be sent.
    @exclusivity(unchecked) final var outgoingBytes = 0
    /// The streams whose unread messages may keep read buffers alive.
    @exclusivity(unchecked) final var uncompacted: [StreamHandle] = []

    @exclusivity(unchecked) final var clock: ConnectionClock
    @exclusivity(unchecked) final var abuse: AbuseCounter

    init(
        eventLoop: any EventLoop, transport: any ByteTransport,
        configuration: Boxed<ConnectionConfiguration>, logger: Logger
    ) {
        self.eventLoop = eventLoop
        self.transport = transport
        self.sharedConfiguration = configuration
        let limits = configuration.value
        self.logger = logger
        self.decoder = FrameDecoder(
            limits: FrameLimits(maximumBody: limits.maximumBody))
        self.clock = ConnectionClock(now: eventLoop.now)
        self.receiveCredit = ReceiveCredit(
            limits.connectionWindow,
            growingTo: limits.maximumConnectionWindow)
        self.abuse = AbuseCounter(
            limit: limits.maximumCancels, interval: TimeAmount(limits.abuseInterval))
    }

    // MARK: - What the two ends do differently

    /// Whether there are calls that a drain waits for.
    var hasCalls: Bool { !streams.isEmpty }

    /// Whether a silent peer is pinged after a while.
    var asksSilentPeer: Bool { true }

    /// Since when something could have come from the peer, and has not.
    var silentSince: NIODeadline { clock.lastRead }

    /// The last call that this side accepts, for GOAWAY.
    var lastTakenID: UInt32 { 0 }

    /// The code of an error that is the peer's fault.
    var peersFault: StatusCode { .internal }

    /// Receives a frame that only one side sends.
    ///
    /// - Throws: `RPCError` when the connection must end.
    func receive(_ frame: Frame, ofOneSide type: FrameType) throws {
        throw RPCError(.failedPrecondition, "a \(type) frame from the wrong side")
    }

    /// Called when the peer's HELLO has arrived.
    func opened() {}

    /// Delivers a complete message.
    func deliver(_ message: ByteBuffer, to record: StreamRecord, cost: Int) {}

    /// Called when the peer has ended its side of a stream.
    func peerEnded(_ record: StreamRecord) {
        record.hasPeerEnded = true
    }

    /// Called when the peer goes away. It has accepted the calls up to an id.
    func peerGoesAway(havingTaken lastID: UInt32) {}

    /// Checks a PING that asks for an answer.
    ///
    /// - Throws: `RPCError` when the peer pings too often.
    func police(_ ping: Frame) throws {}

    /// Called when all available bytes have been read.
    func readEnded() {}

    /// Keeps an item of a call that has no stream yet.
    ///
    /// - Returns: whether the call is still to be opened.
    func enqueue(_ item: Outgoing, onUnopened stream: StreamHandle) -> Bool { false }

    /// Called when a message, or part of one, was written.
    func messageWasSent(on record: StreamRecord) {}

    /// Called when the memory that a call holds has changed.
    func holdingChanged(_ record: StreamRecord) {}

    /// Called when the memory that a call holds may have shrunk.
    func holdingShrank(_ record: StreamRecord) {}

    /// Called when the application has taken all messages of a stream.
    func nothingIsUnread(on record: StreamRecord) {}

    /// Called when the gathered output was passed to the transport.
    func wroteOutput() {}

    /// Calls `flushIfScheduled` after this turn of the event loop.
    func flushLater() {
        let reference = ConnectionReference(self)
        eventLoop.execute { reference.run { $0.flushIfScheduled() } }
    }

    /// Called when a stream has ended on both sides.
    func streamEnded(_ record: StreamRecord) {}

    /// Called when an ended stream was removed.
    func removed(_ record: StreamRecord) {}

    /// Cancels a call that this side's application no longer wants.
    func cancel(_ receiver: any CallReceiver, with code: StatusCode) {}

    /// Writes the frame that tells the peer that this side has ended a stream.
    ///
    /// - Throws: `RPCError` when the connection must end.
    func writeEnd(of record: StreamRecord, because error: RPCError) throws {}

    /// Ends everything whose time is over.
    ///
    /// - Returns: why the connection ends; nil if it does not.
    func overdue(at now: NIODeadline) -> RPCError? {
        if let deadline = clock.helloDeadline, deadline <= now {
            return RPCError(.deadlineExceeded, "no HELLO in time")
        }
        if let began = clock.frameBegan, began.later(by: configuration.frameTimeout) <= now {
            return RPCError(.deadlineExceeded, "a frame did not arrive whole in time")
        }
        return nil
    }

    /// Called when the deadline of a call has passed.
    func callWasLate() {}

    /// When the timer has to fire next.
    func nextInstant() -> NIODeadline {
        var next = clock.helloDeadline ?? .distantFuture
        if let began = clock.frameBegan {
            next = min(next, began.later(by: configuration.frameTimeout))
        }
        next = min(next, nextKeepalive, clock.takingEnd ?? .distantFuture)
        for record in streams.values { next = min(next, record.nextDeadline) }
        return next
    }

    /// Ends the connection, and sends the peer the error.
    func fail(_ error: RPCError) {
        guard phase != .closed else { return }
        sendGoAway(error)
        close(error)
    }

    /// Ends all calls, as the transport is closed or about to close.
    package func close(_ error: RPCError) {
        guard phase != .closed else { return }
        phase = .closed
        clock.timer?.cancel()
        let ended = streams.values
        streams.removeAll()
        for record in ended {
            abandon(record, with: error)
            streamEnded(record)
        }
        flush()
        transport.close()
    }
}

// MARK: - Start and end

extension Connection {
    /// Sends HELLO. Called once, when the transport is connected.
    package func start() {
        let limits = Limits(
            maxStreams: UInt32(clamping: configuration.maximumStreams),
            streamWindow: UInt32(clamping: configuration.streamWindow),
            connectionWindow: UInt32(clamping: configuration.connectionWindow),
            maxMessageSize: UInt32(clamping: configuration.maximumMessageSize),
            maxBody: UInt32(clamping: configuration.maximumBody))
        let hello = Hello(
            minVersion: Floor.version, maxVersion: Floor.version, limits: limits,
            apiVersion: "\(configuration.apiVersion)")
        output.writeFrame(.hello, meta: hello)
        let now = eventLoop.now
        // Without a socket, the peer's HELLO may arrive before this end has started.
        if phase == .awaitingHello {
            clock.helloDeadline = now.later(by: configuration.helloTimeout)
        }
        scheduleFlush()
        armTimer()
    }

    /// Ends a stream without telling the peer.
    func abandon(_ record: StreamRecord, with error: RPCError) {
        failOutgoing(of: record, with: error)
        record.receiver?.abort(error)
        record.task?.cancel()
    }
}

extension RPCError {
    /// The same error, of a call that never reached the peer.
    package var notProcessed: RPCError {
        var error = self
        error.wasNotProcessed = true
        return error
    }
}

/// The limits in the peer's HELLO; the minimum before it has arrived.
struct PeerLimits {
    var maximumStreams = Floor.streams
    var streamWindow = Floor.streamWindow
    var maximumBody = Floor.body

    init() {}

    init(_ hello: Hello) {
        let limits = hello.limits
        maximumStreams = max(Floor.streams, Int(limits?.maxStreams ?? 0))
        streamWindow = min(
            max(Floor.streamWindow, Int(limits?.streamWindow ?? 0)), SendCredit.maximum)
        maximumBody = max(Floor.body, Int(limits?.maxBody ?? 0))
    }
}
