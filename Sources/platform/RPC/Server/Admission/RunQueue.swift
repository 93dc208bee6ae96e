import NIOCore

/// The calls of one event loop whose handlers have not begun, as a value.
///
/// More important calls normally come first. Peers with calls of equal priority take turns. So a
/// peer with many calls delays only its own calls, even over several connections. A turn is a time
/// on the event loop (deficit round robin, SIGCOMM 1995): a peer whose calls took longer waits
/// until its turns make up for that.
///
/// The queue shows overload by its age. Once it has not been empty for an interval, a call may wait
/// only for a short target time, as in CoDel ("Fail at Scale", ACM Queue 13/8, has it in this
/// form).
struct RunQueue<Element> {
    /// The queue's entry for one peer.
    struct Flow: Equatable {
        fileprivate let index: Int
    }

    private struct Call {
        let element: Element
        let arrival: NIODeadline
        let isStranger: Bool
    }

    /// The calls of one flow and one priority, oldest first.
    private struct List {
        var calls = ShortQueue<Call>()
        /// The time that its calls took beyond its turns.
        var debt = TimeAmount.zero
    }

    /// One peer's use of the queue.
    private struct FlowUse {
        /// The peer's waiting calls.
        var count = 0
        /// The most that may wait. Each priority may use its share of them.
        let limit: Int
        /// The turn of the peer's last critical call. The initial value is long ago.
        var lastCritical = Int.min / 2
    }

    /// The slices that a backlog must outlast to count as overload. A short backlog is gone by
    /// then.
    private static var minimumSlices: Int { 10 }
    /// The time of one turn: that of an ordinary call.
    private static var turn: TimeAmount { .microseconds(20) }
    /// The longest debt of a flow, as the system may have taken the loop from its call.
    private static var longestDebt: TimeAmount { .milliseconds(2) }
    /// The longest debt of a priority.
    private static var longestPriorityDebt: TimeAmount { .milliseconds(10) }

    private let limits: AdmissionConfiguration
    // In the clock's type.
    private let targetWait, burstInterval: TimeAmount
    private(set) var count = 0
    private var strangersCount = 0
    /// How many turns were given.
    private var popped = 0
    /// When the queue last became non-empty, and how many slices have run since.
    private var busySince: NIODeadline?
    private var slices = 0

    /// For each flow one list for each priority.
    private var lists: [List] = []
    private var flowUses: [FlowUse] = []
    /// For each priority, by its raw value, the flows that have a call of it, in the order of their
    /// turns.
    private var turns: [CircularBuffer<Flow>]
    /// The flow and the priority of the last taken call.
    private var last: (flow: Flow, priority: Priority)?
    /// For each priority, the time that its calls took beyond its part of the turns.
    private var debts: [TimeAmount]

    init(_ limits: AdmissionConfiguration = AdmissionConfiguration()) {
        self.limits = limits
        targetWait = TimeAmount(limits.targetWait)
        burstInterval = TimeAmount(limits.burstInterval)
        self.turns = Priority.allCases.map { _ in CircularBuffer() }
        self.debts = Priority.allCases.map { _ in .zero }
    }

    /// Adds a peer whose first call has come since the queue was empty.
    ///
    /// - Parameter isExempt: whether the peer may fill the whole queue.
    mutating func addFlow(isExempt: Bool = false) -> Flow {
        lists.append(contentsOf: turns.map { _ in List() })
        let limit = limits.maximumWaiting
        flowUses.append(FlowUse(limit: isExempt ? limit : limits.peerPart(of: limit)))
        return Flow(index: flowUses.count - 1)
    }

    /// Forgets the peers. The queue must be empty.
    mutating func removeFlows() {
        assert(count == 0)
        last = nil
        lists.removeAll(keepingCapacity: true)
        flowUses.removeAll(keepingCapacity: true)
    }

    /// - Parameter isStranger: whether the caller is unidentified.
    /// - Returns: whether the call was accepted; otherwise it has to be refused.
    mutating func push(
        _ element: Element, in flow: Flow, _ priority: Priority, isStranger: Bool = false,
        at now: NIODeadline
    ) -> Bool {
        guard !refuses(flow, priority, isStranger: isStranger, at: now) else { return false }
        let priority = priority.rawValue
        if busySince == nil { (busySince, slices) = (now, 0) }
        if lists[place(of: flow, priority)].calls.isEmpty { turns[priority].append(flow) }
        append(element, to: flow, priority, isStranger: isStranger, at: now)
        return true
    }

    /// Whether a call that arrives now is refused. It is refused when too many calls wait: of all,
    /// of its peer or of strangers. Under overload it is also refused when the first call of its
    /// flow and priority has waited for half of the target time: this call would wait too long.
    ///
    /// - Parameter flow: nil when the peer has none so far.
    func refuses(
        _ flow: Flow?, _ priority: Priority, isStranger: Bool = false, at now: NIODeadline
    ) -> Bool {
        let limit = limits.maximumWaiting
        guard count < priority.share(of: limit) else { return true }
        let strangersLimit = priority.share(of: limits.strangersPart(of: limit))
        guard !isStranger || strangersCount < strangersLimit else { return true }
        if let flow {
            let use = flowUses[flow.index]
            guard use.count < priority.share(of: use.limit) else { return true }
        }
        guard isOverloaded(at: now), let flow,
            let first = lists[place(of: flow, priority.rawValue)].calls.first
        else { return false }
        return now - first.arrival > .nanoseconds(targetWait.nanoseconds / 2)
    }

    /// Takes the next call. Each eighth turn is for a bulk call and each second one for an ordinary
    /// call, if one waits. In other turns the most important call comes first. So a flood of
    /// critical calls delays other calls but does not keep them out. Nor does one of costly calls:
    /// the parts are of the time as well.
    ///
    /// The priority is chosen first, then the peer. Otherwise a sign-out or a health check would
    /// wait for a turn of every peer that floods, and be shed when there are hundreds of them.
    mutating func pop() -> Element? {
        popped += 1
        if popped % 8 == 0, mayOvertake(.bulk), let element = pop(.bulk) { return element }
        if popped % 2 != 0, mayOvertake(.critical), let element = popOvertaking() { return element }
        return pop(.ordinary) ?? pop(.critical) ?? pop(.bulk)
    }

    /// Charges the flow and the priority of the last taken call for the time that it took.
    mutating func charge(_ time: TimeAmount) {
        guard let (flow, priority) = last.take() else { return }
        let place = place(of: flow, priority.rawValue)
        lists[place].debt = min(lists[place].debt + time, Self.longestDebt)
        for index in debts.indices { debts[index] = max(.zero, debts[index] - time) }
        // Others' time that makes up for it.
        let owed = debts[priority.rawValue] + time * (priority == .bulk ? 7 : 1)
        debts[priority.rawValue] = min(owed, Self.longestPriorityDebt)
    }

    private func mayOvertake(_ priority: Priority) -> Bool {
        debts[priority.rawValue] <= Self.turn
    }

    /// Pays a turn of a flow's debt.
    ///
    /// - Returns: whether nothing is left of it.
    private mutating func pays(_ flow: Flow, _ priority: Priority) -> Bool {
        let place = place(of: flow, priority.rawValue)
        let rest = lists[place].debt - Self.turn
        lists[place].debt = max(.zero, rest)
        return rest <= .zero
    }

    /// Takes a critical call that may overtake ordinary ones. Each peer may do so in an eighth of
    /// the turns (`peerShare`), or more often with fewer than eight peers. Otherwise a peer that
    /// sends only critical calls would get half of all turns.
    private mutating func popOvertaking() -> Element? {
        let critical = Priority.critical.rawValue
        let peers = turns[critical].count + turns[Priority.ordinary.rawValue].count
        let pause = min(limits.turnsOfPeers, peers)
        for _ in 0..<turns[critical].count {
            guard let flow = turns[critical].popFirst() else { break }
            if popped - flowUses[flow.index].lastCritical >= pause, pays(flow, .critical) {
                return take(.critical, of: flow)
            }
            // Few flows here had a turn so recently.
            turns[critical].append(flow)
        }
        return nil
    }

    private mutating func pop(_ priority: Priority) -> Element? {
        while let flow = turns[priority.rawValue].popFirst() {
            if pays(flow, priority) { return take(priority, of: flow) }
            turns[priority.rawValue].append(flow)
        }
        return nil
    }

    /// Takes the first call of a flow whose turn has come.
    private mutating func take(_ priority: Priority, of flow: Flow) -> Element? {
        last = (flow, priority)
        if priority == .critical { flowUses[flow.index].lastCritical = popped }
        let element = removeFirst(of: flow, priority.rawValue)
        if !lists[place(of: flow, priority.rawValue)].calls.isEmpty {
            turns[priority.rawValue].append(flow)
        }
        return element
    }

    /// Removes calls that have waited too long, the least important first. Called before each
    /// slice.
    mutating func shedLate(at now: NIODeadline, _ shed: (Element) -> Void) {
        slices += 1
        guard isOverloaded(at: now) else { return }
        let oldest = now - targetWait
        for priority in turns.indices.reversed() {
            for _ in 0..<turns[priority].count {
                guard let flow = turns[priority].popFirst() else { break }
                let place = place(of: flow, priority)
                while let first = lists[place].calls.first, first.arrival < oldest {
                    if let element = removeFirst(of: flow, priority) { shed(element) }
                }
                if !lists[place].calls.isEmpty { turns[priority].append(flow) }
            }
        }
    }

    /// Whether calls have to be refused so that others are answered in time. A backlog after a
    /// thread stood still for a while is no overload.
    func isOverloaded(at now: NIODeadline) -> Bool {
        guard let busySince, slices >= Self.minimumSlices else { return false }
        return now - busySince >= burstInterval
    }
}

/// The lists of all flows are in one array.
extension RunQueue {
    private func place(of flow: Flow, _ priority: Int) -> Int {
        flow.index * turns.count + priority
    }

    private mutating func append(
        _ element: Element, to flow: Flow, _ priority: Int, isStranger: Bool, at now: NIODeadline
    ) {
        let call = Call(element: element, arrival: now, isStranger: isStranger)
        lists[place(of: flow, priority)].calls.append(call)
        count += 1
        flowUses[flow.index].count += 1
        if isStranger { strangersCount += 1 }
    }

    private mutating func removeFirst(of flow: Flow, _ priority: Int) -> Element? {
        guard let call = lists[place(of: flow, priority)].calls.popFirst() else { return nil }
        count -= 1
        flowUses[flow.index].count -= 1
        if call.isStranger { strangersCount -= 1 }
        if count == 0 { busySince = nil }
        return call.element
    }
}
