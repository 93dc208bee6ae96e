import Logging
import NIOCore
import RollcallWire

/// One end of a connection: frames in, calls out, and back. It lives on one event loop and does no
/// I/O of its own; a transport feeds it with bytes and takes bytes from it.
///
/// What both ends do stands here and in `Connection+Receiving`, `+Sending` and `+Timing`. Each end is of
/// a type of its own, `ServerConnection` or `ClientConnection`, which has the rest of the state and does
/// what the two do differently.
class Connection {
    enum Phase: Equatable {
        case awaitingHello
        case open
        /// No new calls; closed when the last has ended.
        case draining
        case closed
    }

    final let eventLoop: any EventLoop
    private final let sharedConfiguration: SharedConfiguration
    final var configuration: ConnectionConfiguration { sharedConfiguration.value }
    final let logger: Logger
    final let transport: any ByteTransport

    // Everything that changes is touched on the event loop alone, and never by two who overlap:
    // `@exclusivity(unchecked)` spares each access the check of that.

    @exclusivity(unchecked) final var phase = Phase.awaitingHello
    @exclusivity(unchecked) final var decoder: FrameDecoder
    @exclusivity(unchecked) final var streams = StreamTable()
    @exclusivity(unchecked) final var assemblingBytes = 0
    @exclusivity(unchecked) final var peer = PeerLimits()
    @exclusivity(unchecked) final var sendCredit = SendCredit(Floor.connectionWindow)
    @exclusivity(unchecked) final var receiveCredit: ReceiveCredit
    /// The highest id of a call that was opened.
    @exclusivity(unchecked) final var highestStreamID: UInt32 = 0

    /// The streams that have something to send, in the order of their turns.
    @exclusivity(unchecked) final var turns = ShortQueue<UInt32>()
    /// Bytes that go to the transport with the next flush. It has memory only while it has bytes: there may be
    /// very many connections whose streams are open and silent.
    @exclusivity(unchecked) final var output = ByteBuffer()
    /// How many bytes the transport was given last: about as many as will be next.
    @exclusivity(unchecked) final var lastOutputSize = 0
    @exclusivity(unchecked) final var isFlushScheduled = false
    /// Whether the transport holds bytes that it was not told to send.
    @exclusivity(unchecked) final var isFlushNeeded = false
    /// Calls that were opened or answered since the last flush.
    @exclusivity(unchecked) final var unflushedCalls = 0
    @exclusivity(unchecked) final var isFlushingEarly = false
    @exclusivity(unchecked) final var isReading = false
    @exclusivity(unchecked) final var unreadReplies = 0
    /// Bytes of messages that wait to be sent.
    @exclusivity(unchecked) final var outgoingBytes = 0
    /// The streams whose reader may leave messages lying in a read buffer.
    @exclusivity(unchecked) final var uncompacted: [StreamHandle] = []

    @exclusivity(unchecked) final var clock: ConnectionClock
    @exclusivity(unchecked) final var abuse: AbuseCounter

    init(
        eventLoop: any EventLoop, transport: any ByteTransport,
        configuration: SharedConfiguration, logger: Logger
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

    /// Whether the peer is asked after a while whether it is still there.
    var asksSilentPeer: Bool { true }

    /// The last call that this side takes up, as GOAWAY says it.
    var lastTakenID: UInt32 { 0 }

    /// The code of an error that is the peer's fault.
    var peersFault: StatusCode { .internal }

    /// Takes a frame that only one side sends.
    ///
    /// - Throws: `RPCError` when the connection must end.
    func receive(_ frame: Frame, ofOneSide type: FrameType) throws {
        throw RPCError(.failedPrecondition, "a \(type) frame from the wrong side")
    }

    /// The peer has said HELLO.
    func opened() {}

    /// A DATA frame has a meta.
    func receiveMeta(of frame: Frame, _ record: StreamRecord) throws {}

    /// A message has come whole.
    func deliver(_ message: ReceivedMessage, to record: StreamRecord, cost: Int) {}

    /// The peer sends no more on a stream.
    func peerEnded(_ record: StreamRecord) {
        record.hasPeerEnded = true
    }

    /// The peer goes away, and has taken the calls up to an id.
    func peerGoesAway(havingTaken lastID: UInt32) {}

    /// A PING asks for an answer.
    ///
    /// - Throws: `RPCError` when the peer asks too often.
    func police(_ ping: Frame) throws {}

    /// All bytes that were there have been read.
    func readEnded() {}

    /// Keeps what is sent on a call that has no stream yet.
    ///
    /// - Returns: whether the call has yet to be opened.
    func enqueue(_ item: Outgoing, onUnopened stream: StreamHandle) -> Bool { false }

    /// A message, or a part of one, was written.
    func messageWasSent(on record: StreamRecord) {}

    /// A call holds more or less memory than before.
    func holdingChanged(_ record: StreamRecord) {}

    /// What a call holds of memory may have become less.
    func holdingShrank(_ record: StreamRecord) {}

    /// The application has taken the messages of a stream that were there.
    func nothingIsUnread(on record: StreamRecord) {}

    /// What was gathered has gone to the transport.
    func wroteOutput() {}

    /// Has `flushIfScheduled` called once this turn of the event loop is over.
    func flushLater() {
        let reference = ConnectionReference(self)
        eventLoop.execute { reference.run { $0.flushIfScheduled() } }
    }

    /// A stream has ended on both sides.
    func streamEnded(_ record: StreamRecord) {}

    /// A stream that has ended was forgotten.
    func removed(_ record: StreamRecord) {}

    /// Gives up a call that this side's application no longer wants.
    func cancel(_ receiver: any CallReceiver, with code: StatusCode) {}

    /// Writes the frame that tells the peer that this side has ended a stream.
    ///
    /// - Throws: `RPCError` when the connection must end.
    func writeEnd(of record: StreamRecord, because error: RPCError) throws {}

    /// What has to be ended because of the time.
    ///
    /// - Returns: why the connection ends, if it does.
    func overdue(at now: NIODeadline) -> RPCError? { usualOverdue(at: now) }

    /// Ends what waits to be opened, and has waited too long.
    func expireUnopened(at now: NIODeadline) {}

    /// When the timer has to fire next.
    func nextInstant() -> NIODeadline { usualNextInstant() }

    /// Takes no new calls, and closes when the running ones have ended.
    func drain() { stopTaking() }

    /// Ends the connection for a reason that the peer is told.
    func fail(_ error: RPCError) {
        guard phase != .closed else { return }
        sendGoAway(error)
        close(error)
    }

    /// The connection is about to end: nobody uses it any more, but its calls still run.
    func willClose(because error: RPCError) {}

    /// The streams of the connection have ended.
    func streamsEnded(because error: RPCError) {}

    /// The transport was told to close.
    func hasClosed() {}
}

// MARK: - From the beginning to the end

extension Connection {
    /// Sends HELLO. Called once, when the transport is connected.
    func start() {
        let limits = Limits(
            maxStreams: UInt32(clamping: configuration.maximumStreams),
            streamWindow: UInt32(clamping: configuration.streamWindow),
            connectionWindow: UInt32(clamping: configuration.connectionWindow),
            maxMessageSize: UInt32(clamping: configuration.maximumMessageSize),
            maxBody: UInt32(clamping: configuration.maximumBody))
        let hello = Hello(
            minVersion: Floor.version, maxVersion: Floor.version, limits: limits,
            features: configuration.compression.map { [.compression($0)] } ?? [])
        output.writeFrame(.hello, meta: hello)
        let now = eventLoop.now
        // Without a socket, the peer's HELLO may be here before this end has started.
        if phase == .awaitingHello {
            clock.helloDeadline = now.later(by: configuration.helloTimeout)
        }
        clock.ageEnd = configuration.randomAge.map { now.later(by: $0) }
        scheduleFlush()
        armTimer()
    }

    /// The transport is gone, or about to go: every call ends.
    func close(_ error: RPCError) {
        guard phase != .closed else { return }
        phase = .closed
        willClose(because: error)
        clock.timer?.cancel()
        let ended = streams.values
        streams.removeAll()
        for record in ended {
            abandon(record, with: error)
            streamEnded(record)
        }
        streamsEnded(because: error)
        flush()
        transport.close()
        hasClosed()
    }

    /// Ends a stream without another word to the peer.
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

/// What the peer's HELLO grants, or the floor before it has arrived.
struct PeerLimits {
    var maximumStreams = Floor.streams
    var streamWindow = Floor.streamWindow
    var maximumMessageSize = Floor.messageSize
    var maximumBody = Floor.body
    /// Whether messages may be compressed as this side does it.
    var takesCompression = false

    init() {}

    /// - Parameter compression: that of this side.
    init(_ hello: Hello, _ compression: (any MessageCompression.Type)?) {
        let limits = hello.limits
        takesCompression = compression.map(hello.takes) ?? false
        maximumStreams = max(Floor.streams, Int(limits?.maxStreams ?? 0))
        streamWindow = min(
            max(Floor.streamWindow, Int(limits?.streamWindow ?? 0)), SendCredit.maximum)
        maximumMessageSize = max(Floor.messageSize, Int(limits?.maxMessageSize ?? 0))
        maximumBody = max(Floor.body, Int(limits?.maxBody ?? 0))
    }
}
