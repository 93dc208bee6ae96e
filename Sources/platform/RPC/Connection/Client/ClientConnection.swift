import Logging
import NIOCore
import RollcallWire

/// The client's end of a connection. It opens a call as soon as the peer has a stream for it.
///
/// The calls are in `ClientConnection+Calls`.
final class ClientConnection: Connection {
    /// The calls that other threads hand over.
    let submissions = Arrivals<(receiver: any CallReceiver, opening: CallOpening)>()
    /// The calls that wait for one of the peer's streams to become free.
    @exclusivity(unchecked) var waitingCalls = noWaitingCalls
    /// Shared by all connections until a call waits, as most connections never have one.
    private static let noWaitingCalls = CircularBuffer<WaitingCall>(initialCapacity: 1)
    /// The highest stream id that the server will still accept.
    @exclusivity(unchecked) var lastAcceptedID = UInt32.max
    /// Whether this side has ended the connection, because of a violation or a timeout of the peer.
    private(set) var hasBrokenOff = false
    /// When the first call began to which the server has not said a word.
    @exclusivity(unchecked) var askedSince = NIODeadline.uptimeNanoseconds(0)
    /// A server that is silent for so long to a caller who gives up may be gone.
    private static let patience = Duration.seconds(2)
    /// Why the connection was closed.
    private var ending: RPCError?
    /// Called once when the peer's HELLO has arrived, or with the reason why it never will.
    @exclusivity(unchecked) private var greetingObserver: ((RPCError?) -> Void)?
    /// Called when the connection takes no more new calls.
    @exclusivity(unchecked) private var unusableObservers: [() -> Void] = []

    /// A connection with a configuration of its own.
    init(
        eventLoop: any EventLoop, transport: any ByteTransport,
        configuration: ConnectionConfiguration, logger: Logger
    ) {
        super.init(
            eventLoop: eventLoop, transport: transport,
            configuration: Boxed(configuration.atLeastFloor), logger: logger)
    }

    override var hasCalls: Bool { !streams.isEmpty || !waitingCalls.isEmpty }
    /// While no call is open, no keepalive is sent.
    override var asksSilentPeer: Bool { !streams.isEmpty }
    /// While no call is open, a server has nothing to say.
    override var silentSince: NIODeadline { max(clock.lastRead, askedSince) }

    /// Calls the observer when the peer's HELLO has arrived, or with the error that came before it.
    func onHello(_ observer: @escaping (RPCError?) -> Void) {
        switch phase {
        case .awaitingHello: greetingObserver = observer
        case .open: observer(nil)
        case .draining, .closed:
            observer(ending ?? RPCError(.unavailable, "the server is going away"))
        }
    }

    func onUnusable(_ observer: @escaping () -> Void) {
        unusableObservers.append(observer)
        if phase == .draining || phase == .closed { becameUnusable() }
    }

    func becameUnusable() {
        let observers = unusableObservers
        unusableObservers.removeAll()
        for observer in observers { observer() }
    }

    override func receive(_ frame: Frame, ofOneSide type: FrameType) throws {
        guard type == .close else { return try super.receive(frame, ofOneSide: type) }
        try receiveClose(frame)
    }

    override func opened() {
        greetingObserver.take()?(nil)
        openWaitingCalls()
    }

    override func deliver(_ message: ByteBuffer, to record: StreamRecord, cost: Int) {
        guard let receiver = record.receiver else { return }
        _ = handOver(message, to: receiver, of: record, cost: cost)
    }

    override func peerGoesAway(havingTaken lastID: UInt32) {
        lastAcceptedID = min(lastAcceptedID, lastID)
        peerIsGoingAway()
    }

    override func enqueue(_ item: Outgoing, onUnopened stream: StreamHandle) -> Bool {
        guard let index = waitingCalls.firstIndex(where: { $0.receiver === stream }) else {
            return false
        }
        if waitingCalls[index].outgoing.last?.isLast == true {
            refuse(item)
        } else {
            waitingCalls[index].outgoing.append(item)
        }
        return true
    }

    override func removed(_ record: StreamRecord) {
        openWaitingCalls()
    }

    override func cancel(_ receiver: any CallReceiver, with code: StatusCode) {
        if code == .deadlineExceeded { callWasLate() }
        let error = RPCError(code, "the call was cancelled")
        if let record = streams[receiver.id] {
            end(record, with: error)
        } else if let index = waitingCalls.firstIndex(where: { $0.receiver === receiver }) {
            waitingCalls.remove(at: index).fail(error)
        }
    }

    override func writeEnd(of record: StreamRecord, because error: RPCError) throws {
        output.writeFrame(
            .cancel, streamID: record.id, meta: Cancel(status: error.code.rawValue))
    }

    /// Ends calls that have waited too long to be opened, too.
    override func overdue(at now: NIODeadline) -> RPCError? {
        let expired = waitingCalls.filter { ($0.deadline ?? .distantFuture) <= now }
        if !expired.isEmpty {
            waitingCalls.removeAll { ($0.deadline ?? .distantFuture) <= now }
            for call in expired { call.fail(.deadlineExceeded().notProcessed) }
        }
        return super.overdue(at: now)
    }

    /// If the server has been silent meanwhile, the next calls take another connection. Otherwise
    /// they would fail on this one until TCP notices, which it never does behind a balancer.
    /// Running calls go on.
    override func callWasLate() {
        guard phase == .open, silentSince.later(by: Self.patience) <= eventLoop.now else { return }
        peerIsGoingAway()
    }

    override func nextInstant() -> NIODeadline {
        waitingCalls.reduce(super.nextInstant()) { min($0, $1.deadline ?? .distantFuture) }
    }

    /// The peer's mistakes are not the caller's fault.
    override func fail(_ error: RPCError) {
        guard phase != .closed else { return }
        hasBrokenOff = true
        sendGoAway(error)
        close(RPCError(.unavailable, "the server broke off: \(error.message)"))
    }

    override func close(_ error: RPCError) {
        guard phase != .closed else { return }
        ending = error
        greetingObserver.take()?(error)
        super.close(error)
        failWaitingCalls(error.notProcessed)
        becameUnusable()
    }
}
