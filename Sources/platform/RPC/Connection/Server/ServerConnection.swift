import Admission
import Logging
import NIOCore
import RollcallWire

/// The server's end of a connection: it accepts calls, and runs their handlers.
///
/// A call goes through `ServerConnection+Opening`, `+Running` and `+Ending`. The limits shared with
/// other connections are in `+Admission`, and the memory is in `+Memory`.
final class ServerConnection: Connection {
    let runner: CallRunner
    /// The peer's identity.
    let identity: PeerIdentity
    /// The connection's part of the memory shared by all connections.
    let account: MemoryAccount
    /// The peer's use of its limits; nil when the peer shares none.
    let peerUsage: PeerUsage?
    /// Whether the peer is a trusted proxy, which may name the client of each call.
    let isProxy: Bool
    @exclusivity(unchecked) var standing: Standing
    /// The account that the connection counts for: that of the first call with a user's token.
    /// Calls of other users on the connection count for those users, but the connection does not.
    @exclusivity(unchecked) var user: PeerUsage?

    /// Handlers whose tasks have not ended, including those not started.
    @exclusivity(unchecked) var runningHandlers = 0
    /// The call whose handler has begun and has not waited so far.
    @exclusivity(unchecked) var beginningCall: UInt32?
    /// Strangers' calls whose first message has not arrived.
    @exclusivity(unchecked) var awaitedStreams = 0
    /// Bytes held by calls whose stream or handler has not ended: the OPEN, the handler's request,
    /// and the bytes of a waiting message beyond its credit. Outgoing bytes count elsewhere.
    @exclusivity(unchecked) var callBytes = 0
    /// On a proxy's connection, how many calls of each client have a stream or handler that has not
    /// ended.
    @exclusivity(unchecked) var clientCalls = Tally<ObjectIdentifier>()
    /// Calls whose held memory has changed since the last flush, and that have shares of it.
    @exclusivity(unchecked) var unsettled: [StreamRecord] = []
    /// When the peer last sent a PING; `distantFuture` if it has not since its last message.
    @exclusivity(unchecked) private var lastPing = NIODeadline.distantFuture
    /// How many PINGs of the peer came too early.
    @exclusivity(unchecked) private var pingStrikes = 0

    /// Told when the peer has said HELLO or a call has identified it further, and when too much
    /// memory is held.
    @exclusivity(unchecked) weak var server: Server?
    /// The connection's entry in the server's ledger, once it exists.
    @exclusivity(unchecked) var ledgerID: ConnectionLedger.ID?
    /// Called when the connection has ended.
    @exclusivity(unchecked) var onClosed: (() -> Void)?

    init(
        _ runner: CallRunner, eventLoop: any EventLoop, transport: any ByteTransport,
        configuration: Boxed<ConnectionConfiguration>, logger: Logger,
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

    override func opened() {
        if let ledgerID { server?.opened(ledgerID) }
    }

    override func deliver(_ message: ByteBuffer, to record: StreamRecord, cost: Int) {
        guard let receiver = record.receiver else {
            return receiveOnlyRequest(message, of: record, cost: cost)
        }
        if handOver(message, to: receiver, of: record, cost: cost) {
            unreadHolds(max(0, message.readableBytes - cost), of: record)
        }
        if record.beginsBy < .distantFuture { receivedFirst(of: record) }
    }

    override func peerEnded(_ record: StreamRecord) {
        super.peerEnded(record)
        guard let receiver = record.receiver else { return onlyRequestEnded(record) }
        receiver.end(nil)
        receivedFirst(of: record)
    }

    override func readEnded() {
        runner.scheduler.readEnded()
    }

    override func messageWasSent(on record: StreamRecord) {
        // A client that has sent a message may send PINGs again.
        pingStrikes = 0
        lastPing = .distantFuture
    }

    /// Marks a call that counts for an account or a trusted proxy's client. It is settled with the
    /// next flush.
    override func holdingChanged(_ record: StreamRecord) {
        guard record.userID != nil || record.clientShare != nil, !record.isUnsettled else { return }
        record.isUnsettled = true
        unsettled.append(record)
    }

    /// Reduces the bytes counted for the call's account and client to what it holds now.
    override func holdingShrank(_ record: StreamRecord) {
        guard record.accountShare != nil || record.clientShare != nil else { return }
        let memory = runner.scheduler.load.memory
        record.accountShare?.shrink(to: record.heldBytes, in: memory)
        record.clientShare?.shrink(to: record.heldBytes, in: memory)
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

    /// Messages before the end are not read any more, and must not keep their credit.
    override func removed(_ record: StreamRecord) {
        if let receiver = record.receiver { receiver.abort(receiver.failure) }
    }

    /// Part of a handler was cancelled while it read or wrote. The result of the whole handler,
    /// which goes to the client, comes by `finish`.
    override func cancel(_ receiver: any CallReceiver, with code: StatusCode) {
        guard let record = streams[receiver.id] else { return }
        // Once the handler has ended, nothing is left to cancel.
        if case .close = record.outgoing.last { return }
        let error = RPCError(code, "the call was cancelled")
        record.isGivenUp = true
        failOutgoing(of: record, with: error)
        record.receiver?.abort(error)
    }

    override func writeEnd(of record: StreamRecord, because error: RPCError) throws {
        output.writeFrame(.close, streamID: record.id, meta: Close(told(error)))
        // A peer that provokes such replies and does not read them must not fill the memory.
        try countReply()
    }

    /// Limits the PINGs of a client, as each costs the server work.
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
        if let reason = super.overdue(at: now) { return reason }
        guard !hasCalls, clock.idleSince.later(by: configuration.idleTimeout) <= now else {
            return nil
        }
        return RPCError(.ok, "the connection was idle")
    }

    override func nextInstant() -> NIODeadline {
        // While calls run, the idle time begins only after the last of them has ended.
        let idleStart = hasCalls ? eventLoop.now : clock.idleSince
        return min(super.nextInstant(), idleStart.later(by: configuration.idleTimeout))
    }

    /// Sends GOAWAY. Accepts no new calls once the peer knows that and its earlier calls have
    /// arrived. Closes when the running calls have ended.
    func drain() {
        guard clock.takingEnd == nil else { return }
        guard phase == .open else { return stopTaking() }
        // Calls that are already under way are still accepted.
        sendGoAway(.goingAway, lastStreamID: FrameHeader.highestStreamID)
        writeGoAwayPing()
        let end = eventLoop.now.later(by: configuration.goAwayGrace)
        clock.takingEnd = end
        setTimer(for: end)
    }

    override func close(_ error: RPCError) {
        super.close(error)
        onClosed.take()?()
    }
}
