import Logging
import NIOCore
import RollcallWire

/// One end of a connection: frames in, calls out, and back. It lives on one event loop and does no
/// I/O of its own; a transport feeds it with bytes and takes bytes from it.
///
/// What both ends do stands here and in `Connection+Receiving`, `+Sending` and `+Timing`; what only
/// one end does in `Connection+Server` and `Connection+Client`.
final class Connection {
    enum Role {
        case server(CallRunner)
        case client
    }

    enum Phase: Equatable {
        case awaitingHello
        case open
        /// No new calls; closed when the last has ended.
        case draining
        case closed
    }

    let role: Role
    let eventLoop: any EventLoop
    private let sharedConfiguration: SharedConfiguration
    var configuration: ConnectionConfiguration { sharedConfiguration.value }
    let logger: Logger
    let transport: any ByteTransport
    let submissions = Submissions()
    /// On a server, who is at the other end.
    let identity: PeerIdentity

    // Everything that changes is touched on the event loop alone, and never by two who overlap:
    // `@exclusivity(unchecked)` spares each access the check of that.

    @exclusivity(unchecked) var phase = Phase.awaitingHello
    /// Whether this side has ended the connection because of what the peer did, or did not do in time.
    private(set) var hasBrokenOff = false
    /// Why the connection was closed.
    private var ending: RPCError?
    @exclusivity(unchecked) var decoder: FrameDecoder
    @exclusivity(unchecked) var streams = StreamTable()
    @exclusivity(unchecked) var assemblingBytes = 0
    @exclusivity(unchecked) var peer = PeerLimits()
    @exclusivity(unchecked) var sendCredit = SendCredit(Floor.connectionWindow)
    @exclusivity(unchecked) var receiveCredit: ReceiveCredit

    /// The streams that have something to send, in the order of their turns.
    @exclusivity(unchecked) var turns = ShortQueue<UInt32>()
    /// Bytes that go to the transport with the next flush. It has memory only while it has bytes: there may be
    /// very many connections whose streams are open and silent.
    @exclusivity(unchecked) var output = ByteBuffer()
    /// How many bytes the transport was given last: about as many as will be next.
    @exclusivity(unchecked) var lastOutputSize = 0
    @exclusivity(unchecked) var isFlushScheduled = false
    /// Whether the transport holds bytes that it was not told to send.
    @exclusivity(unchecked) var isFlushNeeded = false
    /// Calls that were opened or answered since the last flush.
    @exclusivity(unchecked) var unflushedCalls = 0
    @exclusivity(unchecked) var isFlushingEarly = false
    @exclusivity(unchecked) var isReading = false
    @exclusivity(unchecked) var unreadReplies = 0
    /// The streams whose reader may leave messages lying in a read buffer.
    @exclusivity(unchecked) var uncompacted: [StreamHandle] = []

    @exclusivity(unchecked) var clock: ConnectionClock
    @exclusivity(unchecked) var keepalive = Keepalive()
    @exclusivity(unchecked) var abuse: AbuseCounter

    /// On a server, the highest id of a call; on a client, that of the call opened last.
    @exclusivity(unchecked) var highestStreamID: UInt32 = 0
    /// On a server, the handlers whose tasks have not ended, or not begun.
    @exclusivity(unchecked) var runningHandlers = 0
    /// On a server, the call whose handler has begun and not waited for anything so far.
    @exclusivity(unchecked) var beginningCall: UInt32?
    /// Bytes of messages that wait to be sent.
    @exclusivity(unchecked) var outgoingBytes = 0
    /// On a server, bytes that calls hold whose stream or handler has not ended, beside what is
    /// sent and what credit counts: the beginning of the call, the request of a handler, and of a message
    /// that waits to be taken what has no credit.
    @exclusivity(unchecked) var callBytes = 0
    /// On a proxy's connection, the calls of each client whose stream or handler has not ended.
    @exclusivity(unchecked) var clientCalls: [ObjectIdentifier: Int] = [:]
    /// On a server, the calls with shares of memory that hold more or less than at the last flush.
    @exclusivity(unchecked) var unsettled: [StreamRecord] = []
    /// On a server, calls of strangers whose first message is awaited.
    @exclusivity(unchecked) var awaitedStreams = 0
    /// On a server, what the connection holds of the memory that all share.
    let account: MemoryAccount?
    /// On a server, what the peer holds of its limits; nil when they are not shared with it.
    let peerUsage: PeerUsage?
    /// On a server, whether a proxy is at the other end that is believed for whom it calls.
    let isProxy: Bool
    @exclusivity(unchecked) var standing: Standing
    /// On a server, the account whose connection it is, once it is known: that of the first call with a
    /// user's token. What other users call on the connection counts for them, but not the connection.
    @exclusivity(unchecked) var user: PeerUsage?
    /// Called when a call has shown more of who is at the other end, with the id of a user's account.
    @exclusivity(unchecked) var onStanding: ((Standing, _ userID: String?) -> Void)?
    /// Called when too much memory is held, by whom it says.
    @exclusivity(unchecked) var onMemoryExceeded: ((MemoryBudget.Excess) -> Void)?
    /// On a client, the calls that wait for one of the peer's streams to become free.
    @exclusivity(unchecked) var waitingCalls = noWaitingCalls
    /// Shared by all connections until a call waits: most never have one.
    private static let noWaitingCalls = CircularBuffer<WaitingCall>(initialCapacity: 1)
    /// On a client, the highest id that the server said it would still take up.
    @exclusivity(unchecked) var lastAcceptedID = UInt32.max
    /// Told once when the peer's HELLO has arrived, or why it never will.
    @exclusivity(unchecked) var greetingObserver: ((RPCError?) -> Void)?
    /// Told when the connection takes no new calls any more.
    @exclusivity(unchecked) var unusableObservers: [() -> Void] = []
    /// Told when the connection has ended.
    @exclusivity(unchecked) var onClosed: (() -> Void)?

    init(
        role: Role,
        eventLoop: any EventLoop,
        transport: any ByteTransport,
        configuration: SharedConfiguration,
        logger: Logger,
        identity: PeerIdentity = .unidentified,
        peer: PeerUsage? = nil,
        isProxy: Bool = false
    ) {
        self.role = role
        let standing: Standing = peer == nil ? .exempt : .stranger
        self.peerUsage = peer
        self.isProxy = isProxy
        self.standing = standing
        if case .server(let runner) = role {
            self.account = MemoryAccount(runner.scheduler.load.memory, peer, standing)
        } else {
            self.account = nil
        }
        self.eventLoop = eventLoop
        self.transport = transport
        self.sharedConfiguration = configuration
        let limits = configuration.value
        self.logger = logger
        self.identity = identity
        self.decoder = FrameDecoder(
            limits: FrameLimits(maximumBody: limits.maximumBody))
        self.clock = ConnectionClock(now: eventLoop.now)
        self.receiveCredit = ReceiveCredit(
            limits.connectionWindow,
            growingTo: limits.maximumConnectionWindow)
        self.abuse = AbuseCounter(
            limit: limits.maximumCancels, interval: TimeAmount(limits.abuseInterval))
    }

    /// One with a configuration of its own.
    convenience init(
        role: Role, eventLoop: any EventLoop, transport: any ByteTransport,
        configuration: ConnectionConfiguration, logger: Logger
    ) {
        self.init(
            role: role, eventLoop: eventLoop, transport: transport,
            configuration: SharedConfiguration(configuration), logger: logger)
    }

    var isServer: Bool {
        if case .server = role { true } else { false }
    }

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
            features: [.compression])
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

    /// Ends the connection for a reason that the peer is told.
    func fail(_ error: RPCError) {
        guard phase != .closed else { return }
        hasBrokenOff = true
        sendGoAway(error)
        // To a caller the peer's mistakes are no fault of its own.
        close(isServer ? error : RPCError(.unavailable, "the server broke off: \(error.message)"))
    }

    /// The transport is gone, or about to go: every call ends.
    func close(_ error: RPCError) {
        guard phase != .closed else { return }
        phase = .closed
        ending = error
        greetingObserver.take()?(error)
        clock.timer?.cancel()
        let ended = streams.values
        streams.removeAll()
        for record in ended {
            abandon(record, with: error)
            streamEnded(record)
        }
        for call in waitingCalls { call.fail(error.notProcessed) }
        waitingCalls.removeAll()
        settleMemory()
        flush()
        transport.close()
        becameUnusable()
        onClosed?()
        onClosed = nil
    }

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
    /// Whether messages may be compressed.
    var takesZlib = false

    init() {}

    init(_ hello: Hello) {
        let limits = hello.limits
        takesZlib = hello.takesZlib
        maximumStreams = max(Floor.streams, Int(limits?.maxStreams ?? 0))
        streamWindow = min(
            max(Floor.streamWindow, Int(limits?.streamWindow ?? 0)), SendCredit.maximum)
        maximumMessageSize = max(Floor.messageSize, Int(limits?.maxMessageSize ?? 0))
        maximumBody = max(Floor.body, Int(limits?.maxBody ?? 0))
    }
}
