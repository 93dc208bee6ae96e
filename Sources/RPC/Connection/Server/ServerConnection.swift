import Logging
import NIOCore
import RollcallWire

/// The answering end of a connection: it takes calls, and runs their handlers.
///
/// The calls are in `ServerConnection+Calls`, the limits that are shared with others in `+Admission`, and the
/// memory that is held in `+Memory`.
final class ServerConnection: Connection {
    let runner: CallRunner
    /// Who is at the other end.
    let identity: PeerIdentity
    /// What the connection holds of the memory that all share.
    let account: MemoryAccount
    /// What the peer holds of its limits; nil when they are not shared with it.
    let peerUsage: PeerUsage?
    /// Whether a proxy is at the other end that is believed for whom it calls.
    let isProxy: Bool
    @exclusivity(unchecked) var standing: Standing
    /// The account whose connection it is, once it is known: that of the first call with a user's token.
    /// What other users call on the connection counts for them, but not the connection.
    @exclusivity(unchecked) var user: PeerUsage?

    /// The handlers whose tasks have not ended, or not begun.
    @exclusivity(unchecked) var runningHandlers = 0
    /// The call whose handler has begun and not waited for anything so far.
    @exclusivity(unchecked) var beginningCall: UInt32?
    /// Calls of strangers whose first message is awaited.
    @exclusivity(unchecked) var awaitedStreams = 0
    /// Bytes that calls hold whose stream or handler has not ended: the OPEN, the request of a handler, and
    /// the bytes of a waiting message that no credit counts. What is to be sent counts elsewhere.
    @exclusivity(unchecked) var callBytes = 0
    /// On a proxy's connection, the calls of each client whose stream or handler has not ended.
    @exclusivity(unchecked) var clientCalls: [ObjectIdentifier: Int] = [:]
    /// The calls with shares of memory that hold more or less than at the last flush.
    @exclusivity(unchecked) var unsettled: [StreamRecord] = []
    /// When the peer asked last whether this side is there; `distantFuture` for not since the last message.
    @exclusivity(unchecked) private var lastPing = NIODeadline.distantFuture
    /// How often the peer asked too soon.
    @exclusivity(unchecked) private var pingStrikes = 0

    /// Told when a call has shown more of who is at the other end, and when too much memory is held.
    @exclusivity(unchecked) weak var server: Server?
    /// The connection in the server's ledger, once it is there.
    @exclusivity(unchecked) var ledgerID: ConnectionLedger.ID?
    /// Told when the connection has ended.
    @exclusivity(unchecked) var onClosed: (() -> Void)?

    init(
        _ runner: CallRunner, eventLoop: any EventLoop, transport: any ByteTransport,
        configuration: SharedConfiguration, logger: Logger,
        identity: PeerIdentity = .unidentified, peer: PeerUsage? = nil, isProxy: Bool = false
    ) {
        let standing: Standing = peer == nil ? .exempt : .stranger
        self.runner = runner
        self.identity = identity
        self.account = MemoryAccount(runner.scheduler.load.memory, peer, standing)
        self.peerUsage = peer
        self.isProxy = isProxy
        self.standing = standing
        super.init(
            eventLoop: eventLoop, transport: transport, configuration: configuration,
            logger: logger)
    }

    override var hasCalls: Bool { !streams.isEmpty || runningHandlers > 0 }
    override var lastTakenID: UInt32 { highestStreamID }
    override var peersFault: StatusCode { .invalidArgument }

    override func receive(_ frame: Frame, ofOneSide type: FrameType) throws {
        switch type {
        case .open: try receiveOpen(frame)
        case .cancel: try receiveCancel(frame)
        default: try super.receive(frame, ofOneSide: type)
        }
    }

    override func deliver(_ message: ReceivedMessage, to record: StreamRecord, cost: Int) {
        guard let receiver = record.receiver else {
            return receiveOnlyRequest(message, of: record, cost: cost)
        }
        if handOver(message, to: receiver, of: record, cost: cost) {
            unreadHolds(max(0, message.bytes.readableBytes - cost), of: record)
        }
        if record.beginsBy < .distantFuture { receivedFirst(of: record) }
    }

    override func peerEnded(_ record: StreamRecord) {
        super.peerEnded(record)
        guard let receiver = record.receiver else { return onlyRequestEnded(record) }
        receiver.end(.success(Metadata()))
        receivedFirst(of: record)
    }

    override func readEnded() {
        runner.scheduler.readEnded()
    }

    override func messageWasSent(on record: StreamRecord) {
        record.hasMessage = true
        // A client that asks after a message asks for a reason.
        pingStrikes = 0
        lastPing = .distantFuture
    }

    override func holdingChanged(_ record: StreamRecord) {
        rememberToSettle(record)
    }

    override func holdingShrank(_ record: StreamRecord) {
        shrinkShares(of: record)
    }

    override func nothingIsUnread(on record: StreamRecord) {
        unreadHolds(-record.unreadBytes, of: record)
    }

    override func flushLater() {
        runner.scheduler.flushes.append(self)
    }

    override func wroteOutput() {
        settleMemory()
        settleCalls()
    }

    override func streamEnded(_ record: StreamRecord) {
        if record.beginsBy < .distantFuture, record.receiver != nil { awaitedStreams -= 1 }
        forgetStream(of: record)
    }

    /// Nobody reads any more what came before the end, and what nobody reads must not keep its credit.
    override func removed(_ record: StreamRecord) {
        if let receiver = record.receiver { receiver.abort(receiver.failure) }
    }

    /// A part of a handler was cancelled while it read or wrote. What the handler as a whole comes
    /// to, and the client is told, `finish` says.
    override func cancel(_ receiver: any CallReceiver, with code: StatusCode) {
        guard let record = streams[receiver.id] else { return }
        // Once the handler has ended there is nothing left to give up.
        if case .close = record.outgoing.last { return }
        let error = RPCError(code, "the call was cancelled")
        record.isGivenUp = true
        failOutgoing(of: record, with: error)
        record.receiver?.abort(error)
    }

    override func writeEnd(of record: StreamRecord, because error: RPCError) throws {
        output.writeFrame(.close, streamID: record.id, meta: Close(told(error)))
        // A peer that provokes such answers and does not read them must not fill the memory.
        try countReply()
    }

    /// A client that asks again and again keeps the server at work for nothing.
    override func police(_ ping: Frame) throws {
        let now = clock.lastRead
        let pause =
            hasCalls ? configuration.minimumPingInterval : configuration.minimumIdlePingInterval
        if lastPing < .distantFuture, now < lastPing.later(by: pause) {
            pingStrikes += 1
            guard pingStrikes <= configuration.maximumPingStrikes else {
                throw RPCError(.resourceExhausted, "too many PINGs; calm down")
            }
        }
        lastPing = now
    }

    override func overdue(at now: NIODeadline) -> RPCError? {
        if let reason = usualOverdue(at: now) { return reason }
        guard !hasCalls, clock.idleSince.later(by: configuration.idleTimeout) <= now else {
            return nil
        }
        return RPCError(.ok, "the connection was idle")
    }

    override func nextInstant() -> NIODeadline {
        // While calls run, the idle time only begins when the last of them has ended.
        let idleStart = hasCalls ? eventLoop.now : clock.idleSince
        return min(usualNextInstant(), idleStart.later(by: configuration.idleTimeout))
    }

    /// Takes no new calls, once the peer knows that and what it had under way has arrived, and closes when
    /// the running ones have ended.
    override func drain() {
        guard clock.takingEnd == nil else { return }
        guard phase == .open else { return stopTaking() }
        // Every call that is under way is still taken.
        sendGoAway(.goingAway, lastStreamID: FrameHeader.highestStreamID)
        writeGoAwayPing()
        let end = eventLoop.now.later(by: configuration.goAwayGrace)
        clock.takingEnd = end
        setTimer(for: end)
    }

    override func hasClosed() {
        onClosed?()
        onClosed = nil
    }
}
