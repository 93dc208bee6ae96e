import NIOCore

/// Decides when the handlers of one event loop's calls begin.
///
/// While the loop keeps up, a handler begins as soon as its call is read, and no call is queued.
/// Once handlers have run for a slice of time, further calls enter the run queue. The queue runs
/// one slice at a time, and sockets are read in between. So a backlog stays in the queue, where its
/// age is known, and not in socket buffers.
final class CallScheduler: @unchecked Sendable {
    // Unchecked, also the exclusivity: only `executor` and `turns` are touched outside of the event
    // loop.

    /// The pause between two slices, in which sockets are read. Without it the next slice would run
    /// first.
    private static let breath = TimeAmount.microseconds(20)
    /// A loop without calls for this long has been at rest.
    private static let rest = TimeAmount.microseconds(100)

    let executor: EventLoopTaskExecutor
    let turns: TurnQueue
    let flushes: FlushQueue
    let load: ServerLoad
    let refusals: Refusal.Reasons
    private let eventLoop: any EventLoop
    private let slice: TimeAmount
    @exclusivity(unchecked) private var queue: RunQueue<ServerCall>
    /// The flows of peers, or of connections whose peers share no limits.
    @exclusivity(unchecked) private var flows = PeerFlows<RunQueue<ServerCall>.Flow>()
    /// By the index of the RPC's route.
    @exclusivity(unchecked) private var concurrency: [RPCConcurrency]

    /// When the present read began.
    @exclusivity(unchecked) private var readBegan: NIODeadline?
    @exclusivity(unchecked) private var lastLook = NIODeadline.uptimeNanoseconds(0)
    /// Handlers begun since `lastLook`, and how many may begin before the next look at the clock.
    @exclusivity(unchecked) private var begun = 0
    @exclusivity(unchecked) private var stride = 1
    @exclusivity(unchecked) private var lastReadEnded = NIODeadline.uptimeNanoseconds(0)
    /// How long reads have taken since every socket had its turn, as far as known.
    @exclusivity(unchecked) private var spent = TimeAmount.zero
    /// The connection that was read first since then. When it is read again, every other has had
    /// its turn.
    @exclusivity(unchecked) private var first: ObjectIdentifier?
    /// Whether a slice is scheduled. Until then every call goes through the queue.
    @exclusivity(unchecked) private var isBehind = false

    /// - Parameter rpcCount: the number of the server's routes.
    init(
        _ eventLoop: any EventLoop, load: ServerLoad, refusals: Refusal.Reasons, rpcCount: Int
    ) {
        self.executor = EventLoopTaskExecutor(eventLoop)
        self.turns = TurnQueue(eventLoop)
        self.flushes = FlushQueue(eventLoop)
        self.eventLoop = eventLoop
        self.load = load
        self.slice = TimeAmount(load.limits.slice)
        self.refusals = refusals
        self.queue = RunQueue(load.limits)
        self.concurrency = Array(repeating: RPCConcurrency(load.limits), count: rpcCount)
    }

    /// Why a call is refused; nil when it is accepted.
    func refusal(
        of route: Router.Route, from connection: ServerConnection, _ share: () -> CallShare
    ) -> Refusal? {
        if let full = fullLimit(of: route, share) { return full }
        guard isBehind else { return nil }
        let isRefused = queue.refuses(
            flows.flow(of: queuer(share(), connection)), route.rpc.priority,
            isStranger: connection.isStrangers(nil),
            at: connection.clock.lastRead)
        return isRefused ? refusals.overload : nil
    }

    /// The limit of running handlers that is full; nil if there is room.
    private func fullLimit(of route: Router.Route, _ share: () -> CallShare) -> Refusal? {
        switch load.shortage(for: route.rpc, share) {
        case .server: return refusals.handlers
        case .share: return refusals.share
        case nil: break
        }
        guard
            route.kind != .unary
                || concurrency[route.index].hasRoom(for: { load.withAccount(share()) })
        else { return refusals.concurrency }
        return nil
    }

    /// The unit that takes turns in the queue: a peer that shares limits, otherwise the connection.
    private func queuer(_ share: CallShare, _ connection: ServerConnection) -> Queuer {
        guard load.limits.peerShare < 1, let peer = share.peer else { return Queuer(connection) }
        return Queuer(peer.counts, account: connection.user?.counts)
    }

    /// Begins a call's handler, or puts the call into the queue.
    func take(_ call: ServerCall) {
        let connection = call.connection.onEventLoop
        let now = connection.clock.lastRead
        if mayBegin(onceRead: connection) { return begin(call) }
        guard
            queue.push(
                call, in: flow(of: call.share(), connection), call.route.rpc.priority,
                isStranger: connection.isStrangers(call.record), at: now)
        else { return call.refuse(refusals.overload) }
        goOnLater()
    }

    private func flow(
        of share: CallShare, _ connection: ServerConnection
    ) -> RunQueue<ServerCall>.Flow {
        flows.flow(of: queuer(share, connection)) { queue.addFlow(isExempt: share.isExempt) }
    }

    /// The connection has read all available bytes.
    func readEnded() {
        guard let began = readBegan.take() else { return }
        lastReadEnded = eventLoop.now
        spent = spent + (lastReadEnded - began)
    }

    /// Gives a call a slot, as its caller is now known. From now on its handler counts.
    ///
    /// - Throws: `RefusedCall`.
    func admit(_ call: ServerCall) throws(RefusedCall) {
        if let full = fullLimit(of: call.route, { call.share(of: call.context.caller) }) {
            throw RefusedCall(refusal: full)
        }
        call.record.hasSlot = true
    }

    /// Counts a call's handler, which waits for the first time.
    func hold(_ call: ServerCall) {
        guard call.record.hasSlot, call.record.share == nil else { return }
        let share = load.withAccount(call.share(of: call.context.caller))
        load.count(call.route.kind, share, 1)
        concurrency[call.route.index].count(share, 1)
        call.record.share = Boxed(share)
    }

    /// Ends the counting of a call's handler.
    func handlerEnded(_ record: StreamRecord, _ route: Router.Route) {
        record.hasSlot = false
        guard let share = record.share.take()?.value else { return }
        load.count(route.kind, share, -1)
        concurrency[route.index].count(share, -1)
    }

    private func mayBegin(onceRead connection: ServerConnection) -> Bool {
        guard !isBehind else { return false }
        let read = connection.clock.lastRead
        guard let began = readBegan else {
            let id = ObjectIdentifier(connection)
            if first == nil || first == id || read - lastReadEnded > Self.rest {
                (spent, first) = (.zero, id)
            }
            (readBegan, lastLook, begun) = (read, read, 1)
            return spent < slice
        }
        guard begun >= stride else {
            begun += 1
            return true
        }
        return spent + (look() - began) < slice
    }

    /// Looks at the clock: after every handler while they are slow, otherwise after every eighth.
    private func look() -> NIODeadline {
        let now = eventLoop.now
        let isQuick = (now - lastLook) * 128 < slice * Int64(begun)
        (lastLook, begun, stride) = (now, 1, isQuick ? 8 : 1)
        return now
    }

    /// Begins a handler. If the caller has to be authenticated first, `admit` gives the slot later.
    private func begin(_ call: ServerCall) {
        if call.route.access == .anyone { call.record.hasSlot = true }
        if call.connection.onEventLoop.begin(call) { hold(call) }
    }

    private func goOnLater() {
        guard !isBehind else { return }
        isBehind = true
        scheduleSlice()
    }

    /// A loop reads its sockets once no task is ready. Tasks that are ready now run before the
    /// clock of the next slice begins, so that the slice is not due at once.
    private func scheduleSlice() {
        eventLoop.execute { [self] in
            eventLoop.scheduleTask(in: Self.breath) { [self] in workOff() }
        }
    }

    /// Runs handlers for a slice.
    private func workOff() {
        let start = eventLoop.now
        var now = start
        var late: [ServerCall] = []
        queue.shedLate(at: now) { late.append($0) }
        for call in late { call.refuse(refusals.overload) }
        var touched: [ServerConnection] = []
        while let call = queue.pop() {
            let connection = call.connection.onEventLoop
            touched.append(connection)
            connection.isReading = true
            if let full = fullLimit(of: call.route, { call.share() }) {
                // Filled since the call was accepted, by calls before it.
                call.refuse(full)
            } else if call.leaveQueue(at: now) {
                begin(call)
            }
            let end = eventLoop.now
            queue.charge(end - now)
            now = end
            // At least one call runs, however short the slice is.
            guard now - start < slice else { break }
        }
        for connection in touched where connection.isReading { connection.receiveComplete() }
        (spent, first, lastReadEnded) = (.zero, nil, now)
        if queue.count > 0 { return scheduleSlice() }
        isBehind = false
        queue.removeFlows()
        flows.removeAll()
    }
}

/// What becomes of a call whose handler has not begun. Used on the event loop of its connection.
extension ServerCall {
    /// The share that the call counts against.
    ///
    /// - Parameter caller: nil before it is known.
    fileprivate func share(of caller: Caller? = nil) -> CallShare {
        connection.onEventLoop.share(of: record, route, caller)
    }

    /// The call's turn has come.
    ///
    /// - Returns: whether it is still wanted, and in time.
    fileprivate func leaveQueue(at now: NIODeadline) -> Bool {
        let connection = connection.onEventLoop
        if connection.streams[record.id] === record {
            guard record.deadline <= now else { return true }
            connection.end(record, with: .deadlineExceeded())
        }
        connection.handlerSlotFreed(record)
        return false
    }

    /// The call's turn will not come.
    fileprivate func refuse(_ refusal: Refusal) {
        let connection = connection.onEventLoop
        connection.refuse(record, refusal)
        connection.handlerSlotFreed(record)
    }
}
