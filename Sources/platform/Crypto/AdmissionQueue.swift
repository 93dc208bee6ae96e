import Admission

/// Decides which callers hash now, which wait, and which are refused at once with a time to retry.
/// A value: the time and the events come in, and what to do comes out.
///
/// A caller that would wait past its deadline is refused, as its hash would be wasted. A free
/// worker is always given away, so that the measured cost recovers after a slow minute.
///
/// The queue is fair to peers: addresses and accounts. The next turn is of the caller whose peers
/// have fewest hashes in progress or ahead of it, and then of the one that came first. So a peer
/// with many calls delays only its own.
///
/// The queue exists for bursts. Once the workers have been busy for longer than a burst, a long
/// queue would only make everyone wait. From then on the queue holds only what keeps the workers
/// busy, as in CoDel (RFC 8289). Admitted callers are then served soon, and the others learn of the
/// refusal immediately. A peer that has no hash so far may wait for a few: a flood from one peer
/// does not keep it out.
///
/// Preferred callers come before others whose peers have as many hashes, and may wait as long. So a
/// flood of other callers, from however many peers, does not keep them out.
struct AdmissionQueue {
    typealias Instant = ContinuousClock.Instant

    /// How long the workers may all be busy before that counts as overload (see `BusyTime`). For
    /// slow hashes: the time of `burstCosts` hashes.
    static let burst = Duration.milliseconds(500)
    static let burstCosts = 8
    /// The least and the greatest wait under overload, as a fraction of a hash's time.
    static let patience = 0.05...0.5
    /// The factors for `patience` when a worker that becomes free finds a waiting caller, and when
    /// it finds none. They balance where it finds none about once in ten times. The more callers
    /// arrive, the sooner the next one arrives, and the shorter is the wait of those admitted.
    static let found = 0.95
    static let missed = 1.6
    /// How long a preferred caller may wait under overload, in hashes' time, and another one whose
    /// peers have no hash in progress or ahead of it.
    static let longPatience = 4.0
    /// A peer may have one part in so many of the queue.
    static let peerShare = 8

    struct Ticket: Hashable {
        let number: UInt64
    }

    enum Answer: Equatable {
        case start(Ticket)
        case wait(Ticket)
        case shed(retryAfter: Duration)
    }

    /// What a free worker does next, and which waiting callers are refused now.
    struct Handover: Equatable {
        var next: Ticket?
        var shed: [Ticket] = []
    }

    private struct Running {
        let work: Int
        let began: Instant
        let peers: [Int]
    }

    private struct Waiting {
        let ticket: Ticket
        let work: Int
        let deadline: Instant?
        let caller: HashCaller
        /// As `ranks` had it on arrival.
        var rank = 0

        /// What its turn goes by. A peer with many calls comes behind those that had none, also
        /// when it is the turn of its next call.
        func order(_ rank: Int, _ place: Int) -> (Int, Int, Int, Int) {
            (rank, caller.isPreferred ? 0 : 1, self.rank, place)
        }
    }

    let workers: Int
    /// The most callers that wait, with or without a deadline.
    let capacity: Int
    private var runs: [Ticket: Running] = [:]
    /// Preferred callers first, and then in the order of their arrival.
    private var waiting: [Waiting] = []
    /// Tracks whether all workers have been busy for long.
    private var busy = BusyTime()
    private var lastNumber: UInt64 = 0
    /// Hashes that were made.
    private(set) var doneCount = 0
    /// The greatest wait under overload now, as a fraction of a hash's time.
    private var patience = Self.patience.upperBound
    /// The measured time of a hash of `usualWork`. The times of other hashes are estimated from it.
    private(set) var cost: Duration
    private let usualWork: Int

    /// - Parameters:
    ///   - cost: a first measurement of what a hash of `usualWork` takes.
    ///   - usualWork: in the unit of `enter`'s `work`.
    init(workers: Int, capacity: Int, cost: Duration, usualWork: Int) {
        self.workers = workers
        self.capacity = capacity
        self.cost = cost
        self.usualWork = usualWork
    }

    var running: Int { runs.count }

    var waitingCount: Int { waiting.count }

    /// The time until a worker is free for a caller that arrives now.
    func expectedWait(of caller: HashCaller = HashCaller(), now: Instant) -> Duration {
        turn(of: caller, now: now).wait
    }

    /// - Returns: also how many hashes one of the caller's peers has in progress or ahead of it.
    private func turn(of caller: HashCaller, now: Instant) -> (rank: Int, wait: Duration) {
        let place = place(of: caller)
        var line = waiting
        line.insert(
            Waiting(ticket: Ticket(number: 0), work: 0, deadline: nil, caller: caller), at: place)
        let ranks = ranks(of: line)
        line[place].rank = ranks[place]
        let own = line[place].order(ranks[place], place)
        let ahead = line.indices.filter { line[$0].order(ranks[$0], $0) < own }
        let wait = waits(of: ahead.map { line[$0].work } + [0], now: now).last
        return (ranks[place], wait ?? .zero)
    }

    private func place(of caller: HashCaller) -> Int {
        caller.isPreferred
            ? waiting.prefix(while: \.caller.isPreferred).count : waiting.count
    }

    /// For each caller the most hashes that one of its peers has in progress or ahead of it.
    ///
    /// - Parameter ended: the peers of a hash that is still to be counted.
    private func ranks(of line: [Waiting], ended: [Int] = []) -> [Int] {
        var counts: [Int: Int] = [:]
        for peer in runs.values.flatMap(\.peers) + ended { counts[peer, default: 0] += 1 }
        return line.map { one in
            let rank = one.caller.peers.map { counts[$0, default: 0] }.max() ?? 0
            for peer in one.caller.peers { counts[peer, default: 0] += 1 }
            return rank
        }
    }

    /// Whether all workers have been busy for longer than a burst, with no real rest since.
    func isOverloaded(at now: Instant) -> Bool {
        busy.isLong(limit: longestBurst, at: now)
    }

    private var longestBurst: Duration { max(Self.burst, cost * Self.burstCosts) }

    /// Whether a caller that arrives now would be refused.
    ///
    /// - Returns: when to retry; nil if the caller would be admitted.
    func refusal(
        deadline: Instant?, of caller: HashCaller = HashCaller(), now: Instant
    ) -> Duration? {
        guard running >= workers else { return nil }
        return refusal(deadline: deadline, of: caller, at: turn(of: caller, now: now), now: now)
    }

    private func refusal(
        deadline: Instant?, of caller: HashCaller, at turn: (rank: Int, wait: Duration),
        now: Instant
    ) -> Duration? {
        // The hash has to be finished by the deadline, not started.
        var limit = deadline.map { now.duration(to: $0) - cost } ?? .seconds(Int64.max)
        if isOverloaded(at: now) { limit = min(limit, longestWait(of: caller, turn.rank)) }
        let isWithinShare =
            caller.peers.isEmpty || turn.rank < max(1, capacity / Self.peerShare) + workers
        guard turn.wait <= limit, waiting.count < capacity, isWithinShare else {
            return max(turn.wait - max(limit, .zero), cost / workers)
        }
        return nil
    }

    private func longestWait(of caller: HashCaller, _ rank: Int) -> Duration {
        let isFirst = rank == 0 && !caller.peers.isEmpty
        return cost * (caller.isPreferred || isFirst ? Self.longPatience : patience)
    }

    mutating func enter(
        work: Int, deadline: Instant?, by caller: HashCaller = HashCaller(), now: Instant
    ) -> Answer {
        let ticket = Ticket(number: lastNumber + 1)
        guard running >= workers else {
            lastNumber += 1
            runs[ticket] = Running(work: work, began: now, peers: caller.peers)
            if running == workers { busy.note(isBusy: true, limit: longestBurst, now: now) }
            return .start(ticket)
        }
        let turn = turn(of: caller, now: now)
        if let pause = refusal(deadline: deadline, of: caller, at: turn, now: now) {
            return .shed(retryAfter: pause)
        }
        lastNumber += 1
        waiting.insert(
            Waiting(
                ticket: ticket, work: work, deadline: deadline, caller: caller, rank: turn.rank),
            at: place(of: caller))
        return .wait(ticket)
    }

    /// Records that a hash is finished after `took`. The worker goes to the next caller whose
    /// deadline has not passed.
    mutating func leave(_ ticket: Ticket, took: Duration, now: Instant) -> Handover {
        guard let run = runs.removeValue(forKey: ticket) else { return Handover() }
        doneCount += 1
        let sample = took * (Double(usualWork) / Double(run.work))
        cost = cost * (1 - Self.weightOfSample) + sample * Self.weightOfSample
        // The hash that has ended counts once more. Otherwise a peer with many calls would have the
        // only worker again and again.
        var turns = turns(ended: run.peers)
        var handover = Handover(shed: shedLate(&turns, now: now))
        while handover.next == nil, !turns.isEmpty {
            let first = turns.removeFirst().one
            if let deadline = first.deadline, deadline <= now {
                handover.shed.append(first.ticket)
            } else {
                handover.next = first.ticket
                runs[first.ticket] = Running(
                    work: first.work, began: now, peers: first.caller.peers)
            }
        }
        let left = Set(turns.map(\.one.ticket))
        waiting.removeAll { !left.contains($0.ticket) }
        if isOverloaded(at: now) {
            let (least, most) = (Self.patience.lowerBound, Self.patience.upperBound)
            patience *= handover.next == nil ? Self.missed : Self.found
            patience = min(max(patience, least), most)
        }
        if handover.next == nil { busy.note(isBusy: false, limit: longestBurst, now: now) }
        return handover
    }

    /// Removes a waiting caller.
    ///
    /// - Returns: `false` if the caller is not waiting: its hash runs or is finished.
    mutating func withdraw(_ ticket: Ticket) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return false }
        waiting.remove(at: index)
        return true
    }

    private static let weightOfSample = 0.125

    /// The waiting callers in the order of their turns.
    private func turns(ended: [Int]) -> [(rank: Int, one: Waiting)] {
        let ranks = ranks(of: waiting, ended: ended)
        return waiting.indices
            .sorted { waiting[$0].order(ranks[$0], $0) < waiting[$1].order(ranks[$1], $1) }
            .map { (rank: ranks[$0], one: waiting[$0]) }
    }

    /// Refuses callers that were admitted before the overload was noticed and would now wait too
    /// long. The newest are refused, as they have waited least.
    private func shedLate(
        _ turns: inout [(rank: Int, one: Waiting)], now: Instant
    ) -> [Ticket] {
        guard isOverloaded(at: now) else { return [] }
        let waits = waits(of: turns.map(\.one.work), now: now)
        let late = zip(turns, waits).filter { $1 > longestWait(of: $0.one.caller, $0.rank) }
            .reversed().map(\.0.one.ticket)
        turns.removeAll { late.contains($0.one.ticket) }
        return late
    }

    /// How long each entry of the queue will still wait, in order.
    private func waits(of line: [Int], now: Instant) -> [Duration] {
        var free = runs.values.map { max(.zero, time(of: $0.work) - $0.began.duration(to: now)) }
        free += Array(repeating: .zero, count: workers - free.count)
        return line.map { work in
            guard let next = free.indices.min(by: { free[$0] < free[$1] }) else { return .zero }
            defer { free[next] += time(of: work) }
            return free[next]
        }
    }

    private func time(of work: Int) -> Duration {
        cost * (Double(work) / Double(usualWork))
    }
}
