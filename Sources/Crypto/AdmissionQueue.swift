/// Decides which callers hash now, which wait, and which are refused at once with a time to retry. A
/// value: it is told the time and the events, and returns what to do.
///
/// The queue is first come, first served. A caller that would wait past its deadline is refused, as its
/// hash would be wasted. A free worker is always given away, so that the measured cost recovers after a
/// slow minute.
///
/// The queue exists for bursts. Once the workers have been busy for longer than a burst, a long queue would
/// only make everyone wait. From then on the queue holds only what keeps the workers busy, as in CoDel (RFC
/// 8289). Admitted callers are then served soon, and the others learn of the refusal immediately.
///
/// Preferred callers queue before all others, and some of them may wait under overload, too. So a flood
/// of other callers does not keep them out.
struct AdmissionQueue {
    typealias Instant = ContinuousClock.Instant

    /// How long the workers may all be busy before that counts as overload (see `BusyTime`). For slow
    /// hashes: the time of `burstCosts` hashes.
    static let burst = Duration.milliseconds(500)
    static let burstCosts = 8
    /// The least and the greatest wait under overload, as a fraction of a hash's time.
    static let patience = 0.05...0.5
    /// The factors for `patience` when a worker that becomes free finds a waiting caller, and when it
    /// finds none. They balance where it finds none about once in ten times. The more callers arrive, the
    /// sooner the next one arrives, and the shorter is the wait of those admitted.
    static let found = 0.95
    static let missed = 1.6
    /// How long a preferred caller may wait under overload, in hashes' time.
    static let preferredPatience = 4.0

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
    }

    private struct Waiting {
        let ticket: Ticket
        let work: Int
        let deadline: Instant?
        let isPreferred: Bool
    }

    let workers: Int
    /// The most callers that wait, with or without a deadline.
    let capacity: Int
    private var runs: [Ticket: Running] = [:]
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
    func expectedWait(isPreferred: Bool = false, now: Instant) -> Duration {
        let before = isPreferred ? waiting.filter(\.isPreferred) : waiting
        return waits(of: before.map(\.work) + [0], now: now).last ?? .zero
    }

    /// Whether all workers have been busy for longer than a burst, with no real rest since.
    func isOverloaded(at now: Instant) -> Bool {
        busy.isLong(limit: longestBurst, at: now)
    }

    private var longestBurst: Duration { max(Self.burst, cost * Self.burstCosts) }

    /// Whether a caller that arrives now would be refused.
    ///
    /// - Returns: when to retry; nil if the caller would be admitted.
    func refusal(deadline: Instant?, isPreferred: Bool = false, now: Instant) -> Duration? {
        guard running >= workers else { return nil }
        let wait = expectedWait(isPreferred: isPreferred, now: now)
        // The hash has to be finished by the deadline, not started.
        var limit = deadline.map { now.duration(to: $0) - cost } ?? .seconds(Int64.max)
        if isOverloaded(at: now) { limit = min(limit, longestWait(isPreferred: isPreferred)) }
        guard wait <= limit, waiting.count < capacity else {
            return max(wait - max(limit, .zero), cost / workers)
        }
        return nil
    }

    private func longestWait(isPreferred: Bool) -> Duration {
        cost * (isPreferred ? Self.preferredPatience : patience)
    }

    mutating func enter(
        work: Int, deadline: Instant?, isPreferred: Bool = false, now: Instant
    ) -> Answer {
        if let pause = refusal(deadline: deadline, isPreferred: isPreferred, now: now) {
            return .shed(retryAfter: pause)
        }
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        guard running >= workers else {
            runs[ticket] = Running(work: work, began: now)
            if running == workers { busy.note(isBusy: true, limit: longestBurst, now: now) }
            return .start(ticket)
        }
        let place = isPreferred ? waiting.prefix(while: \.isPreferred).count : waiting.count
        waiting.insert(
            Waiting(ticket: ticket, work: work, deadline: deadline, isPreferred: isPreferred),
            at: place)
        return .wait(ticket)
    }

    /// Records that a hash is finished after `took`. The worker goes to the first caller whose deadline
    /// has not passed.
    mutating func leave(_ ticket: Ticket, took: Duration, now: Instant) -> Handover {
        guard let run = runs.removeValue(forKey: ticket) else { return Handover() }
        doneCount += 1
        let sample = took * (Double(usualWork) / Double(run.work))
        cost = cost * (1 - Self.weightOfSample) + sample * Self.weightOfSample
        var handover = Handover(shed: shedLate(now: now))
        while handover.next == nil, !waiting.isEmpty {
            let first = waiting.removeFirst()
            if let deadline = first.deadline, deadline <= now {
                handover.shed.append(first.ticket)
            } else {
                handover.next = first.ticket
                runs[first.ticket] = Running(work: first.work, began: now)
            }
        }
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

    /// Refuses callers that were admitted before the overload was noticed and would now wait too long.
    /// The newest are refused, as they have waited least.
    private mutating func shedLate(now: Instant) -> [Ticket] {
        guard isOverloaded(at: now) else { return [] }
        let kept = zip(waiting, waits(of: waiting.map(\.work), now: now)).prefix { one, wait in
            wait <= longestWait(isPreferred: one.isPreferred)
        }.count
        let late = waiting[kept...].reversed().map(\.ticket)
        waiting.removeSubrange(kept...)
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
