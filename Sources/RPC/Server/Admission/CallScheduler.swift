import NIOCore

/// Says when the handlers of one event loop's calls begin.
///
/// While the loop keeps up they begin as soon as the call is read, and nothing is queued. Once
/// handlers have run for a slice, the calls that are read go into the run queue instead, which is
/// worked off a slice at a time after other sockets had their turn to be read: so a backlog stands
/// here, where its age is known, and not in socket buffers, where nobody sees it.
final class CallScheduler: @unchecked Sendable {
    // Unchecked, also the exclusivity: only `executor` is touched outside of the event loop.

    /// A call whose handler has not begun.
    struct Waiting {
        let connection: Connection
        let record: StreamRecord
        let call: ServerCall
        let route: Router.Route
    }

    /// How long I/O is let in for between two slices. A task that is due at once would run before.
    private static let breath = TimeAmount.microseconds(20)
    /// A loop that was without calls for so long has been at rest.
    private static let rest = TimeAmount.microseconds(100)

    let executor: EventLoopTaskExecutor
    let load: ServerLoad
    let refusals: Refusal.Reasons
    private let eventLoop: any EventLoop
    @exclusivity(unchecked) private var queue: RunQueue<Waiting>
    /// By the index of the RPC's route.
    @exclusivity(unchecked) private var concurrency: [RPCConcurrency]

    /// When the read began whose calls are taken up.
    @exclusivity(unchecked) private var readBegan: NIODeadline?
    @exclusivity(unchecked) private var lastLook = NIODeadline.uptimeNanoseconds(0)
    /// Handlers begun since, and how many may before the next look at the clock.
    @exclusivity(unchecked) private var begun = 0
    @exclusivity(unchecked) private var stride = 1
    @exclusivity(unchecked) private var lastReadEnded = NIODeadline.uptimeNanoseconds(0)
    /// How long reads took since every socket had its turn, as far as that is known.
    @exclusivity(unchecked) private var spent = TimeAmount.zero
    /// The connection that was read first since then: when it is read again, every other has had its
    /// turn.
    @exclusivity(unchecked) private var first: ObjectIdentifier?
    /// Whether the queue is worked off later: until then every call goes through it.
    @exclusivity(unchecked) private var isBehind = false

    /// - Parameter rpcs: by the index of their routes.
    init(
        _ eventLoop: any EventLoop, load: ServerLoad, refusals: Refusal.Reasons, rpcs: [ServedRPC]
    ) {
        self.executor = EventLoopTaskExecutor(eventLoop)
        self.eventLoop = eventLoop
        self.load = load
        self.refusals = refusals
        self.queue = RunQueue(load.limits)
        self.concurrency = rpcs.map { RPCConcurrency($0, load.limits) }
    }

    /// Why a call is not taken up; nil when it is.
    func refusal(of route: Router.Route, from connection: Connection) -> Refusal? {
        if let full = fullLimit(of: route) { return full }
        let now = connection.clock.lastRead
        guard isBehind, queue.refuses(connection.lane, route.rpc.priority, at: now) else {
            return nil
        }
        return refusals.overload
    }

    /// The limit of running handlers that leaves no room for another.
    private func fullLimit(of route: Router.Route) -> Refusal? {
        guard load.hasRoom(for: route.rpc) else { return refusals.handlers }
        guard route.kind != .unary || concurrency[route.index].hasRoom else {
            return refusals.concurrency
        }
        return nil
    }

    /// Begins a call's handler, or puts the call into the queue.
    func take(_ waiting: Waiting) {
        let connection = waiting.connection
        let now = connection.clock.lastRead
        if mayBegin(onceRead: connection) { return begin(waiting, at: now) }
        let lane = connection.lane ?? queue.addLane()
        connection.lane = lane
        connection.queuedBytes += waiting.size
        guard queue.push(waiting, in: lane, waiting.route.rpc.priority, at: now) else {
            return waiting.refuse(refusals.overload)
        }
        goOnLater()
    }

    /// The connection whose calls were taken up has read all that was there.
    func readEnded() {
        guard let began = readBegan.take() else { return }
        lastReadEnded = eventLoop.now
        spent = spent + (lastReadEnded - began)
    }

    /// A connection is gone, and with it its calls.
    func forget(_ lane: RunQueue<Waiting>.Lane) {
        queue.remove(lane)
    }

    /// The handler of a call has ended.
    ///
    /// - Parameter began: when it began; nil when it has ended without having waited for anything.
    func handlerEnded(_ route: Router.Route, began: NIODeadline?) {
        let running = concurrency[route.index].running
        concurrency[route.index].running -= 1
        guard let began else { return }
        load.ended(route.kind)
        guard route.kind == .unary else { return }
        let now = eventLoop.now
        concurrency[route.index].limit?.ended(after: now - began, running: running, at: now)
    }

    private func mayBegin(onceRead connection: Connection) -> Bool {
        guard !isBehind else { return false }
        let read = connection.clock.lastRead
        guard let began = readBegan else {
            let id = ObjectIdentifier(connection)
            if first == nil || first == id || read - lastReadEnded > Self.rest {
                (spent, first) = (.zero, id)
            }
            (readBegan, lastLook, begun) = (read, read, 1)
            return spent < load.limits.slice
        }
        guard begun >= stride else {
            begun += 1
            return true
        }
        return spent + (look() - began) < load.limits.slice
    }

    /// Looks at the clock: after each handler while they take long, else after eight.
    private func look() -> NIODeadline {
        let now = eventLoop.now
        let isQuick = (now - lastLook) * 128 < load.limits.slice * Int64(begun)
        (lastLook, begun, stride) = (now, 1, isQuick ? 8 : 1)
        return now
    }

    private func begin(_ waiting: Waiting, at now: NIODeadline) {
        let route = waiting.route
        concurrency[route.index].running += 1
        let isRunning = waiting.connection.begin(waiting, at: now)
        if isRunning { load.began(route.kind) }
    }

    private func goOnLater() {
        guard !isBehind else { return }
        isBehind = true
        scheduleSlice()
    }

    /// A loop reads its sockets once no task is ready. What is ready now runs before the clock of the
    /// next slice begins, so that it is not due as well by then.
    private func scheduleSlice() {
        eventLoop.execute { [self] in
            eventLoop.scheduleTask(in: Self.breath) { [self] in workOff() }
        }
    }

    /// Runs handlers for a slice.
    private func workOff() {
        let start = eventLoop.now
        var now = start
        var late: [Waiting] = []
        queue.shedLate(at: now) { late.append($0) }
        for waiting in late { waiting.refuse(refusals.overload) }
        var touched: [Connection] = []
        while let waiting = queue.pop() {
            touched.append(waiting.connection)
            waiting.connection.isReading = true
            if let full = fullLimit(of: waiting.route) {
                // Reached since the call was taken up, by those that stood before it.
                waiting.refuse(full)
            } else if waiting.leaveQueue(at: now) {
                begin(waiting, at: now)
            }
            now = eventLoop.now
            // However short the slice is, one call has its turn.
            guard now - start < load.limits.slice else { break }
        }
        for connection in touched where connection.isReading { connection.receiveComplete() }
        (spent, first, lastReadEnded) = (.zero, nil, now)
        if queue.count > 0 { scheduleSlice() } else { isBehind = false }
    }
}

/// The handlers of one RPC that run on an event loop.
private struct RPCConcurrency {
    var running = 0
    /// Nil where it does not adapt.
    var limit: AdaptiveLimit?
    private let maximum: Int

    init(_ rpc: ServedRPC, _ limits: AdmissionConfiguration) {
        maximum = limits.maximumConcurrency
        guard !limits.unadapted.contains(rpc.path) else { return }
        var configuration = AdaptiveLimit.Configuration()
        configuration.minimum = limits.minimumConcurrency
        configuration.maximum = limits.maximumConcurrency
        configuration.initial = min(configuration.initial, limits.maximumConcurrency)
        configuration.harmlessDelay = limits.targetWait
        limit = AdaptiveLimit(configuration)
    }

    var hasRoom: Bool { running < limit?.current ?? maximum }
}
