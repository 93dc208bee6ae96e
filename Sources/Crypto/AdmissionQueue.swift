/// Who may hash now, who waits, and who is better told at once to come back: a value that is told
/// the time and what happened, and answers what to do.
///
/// First come, first served. Who would wait past its deadline is not let in, as its hash would
/// be work for nobody; a lane that is free is always given, so that the measured cost mends
/// itself after a slow minute.
///
/// The line is there for bursts. Once the lanes have had no rest for a while it is no burst any more, and
/// a line would only make everybody wait: then no more wait than it takes to keep the lanes busy, as
/// in CoDel (RFC 8289), so that those who are served are served soon and the others know at once.
struct AdmissionQueue {
    typealias Instant = ContinuousClock.Instant

    /// How long the lanes may all be busy before that counts as overload (see `BusyTime`); for slow
    /// hashes, as long as so many take.
    static let burst = Duration.milliseconds(500)
    static let burstCosts = 8
    /// How much of a hash's time one may wait under overload. Some must wait, so that a lane that
    /// comes free has work; with half of the time to come in, the next is there but for one time in
    /// thousands when ten times more come than can be served.
    static let target = 0.5

    struct Ticket: Hashable {
        let number: UInt64
    }

    enum Answer: Equatable {
        case start(Ticket)
        case wait(Ticket)
        case shed(retryAfter: Duration)
    }

    /// What a lane that came free does next, and who had to give up meanwhile.
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
    }

    let lanes: Int
    /// The most that wait, deadline or not.
    let capacity: Int
    private var runs: [Ticket: Running] = [:]
    private var waiting: [Waiting] = []
    /// For how long no lane has been idle.
    private var busy = BusyTime()
    private var lastNumber: UInt64 = 0
    /// Hashes that were made.
    private(set) var doneCount = 0
    /// What the usual hash takes, and its work: the yardstick for all others.
    private(set) var cost: Duration
    private let usualWork: Int

    /// - Parameters:
    ///   - cost: a first measurement of what a hash of `usualWork` takes.
    ///   - usualWork: in the unit of `enter`'s `work`.
    init(lanes: Int, capacity: Int, cost: Duration, usualWork: Int) {
        self.lanes = lanes
        self.capacity = capacity
        self.cost = cost
        self.usualWork = usualWork
    }

    var running: Int { runs.count }

    var waitingCount: Int { waiting.count }

    /// The time until a lane is free for one who comes now.
    func expectedWait(now: Instant) -> Duration {
        waits(now: now).last ?? .zero
    }

    /// Whether the lanes have been busy for longer than a burst lasts.
    func isOverloaded(at now: Instant) -> Bool {
        busy.length(at: now) >= longestBurst
    }

    private var longestBurst: Duration { max(Self.burst, cost * Self.burstCosts) }

    /// Whether one who comes now would be let in.
    ///
    /// - Returns: when to come back; nil if it would.
    func refusal(deadline: Instant?, now: Instant) -> Duration? {
        guard running >= lanes else { return nil }
        let wait = expectedWait(now: now)
        // The hash has to be done by then, not begun.
        var patience = deadline.map { now.duration(to: $0) - cost } ?? .seconds(Int64.max)
        if isOverloaded(at: now) { patience = min(patience, cost * Self.target) }
        guard wait <= patience, waiting.count < capacity else {
            return max(wait - max(patience, .zero), cost / lanes)
        }
        return nil
    }

    mutating func enter(work: Int, deadline: Instant?, now: Instant) -> Answer {
        if let pause = refusal(deadline: deadline, now: now) { return .shed(retryAfter: pause) }
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        guard running >= lanes else {
            runs[ticket] = Running(work: work, began: now)
            if running == lanes { busy.note(isBusy: true, limit: longestBurst, now: now) }
            return .start(ticket)
        }
        waiting.append(Waiting(ticket: ticket, work: work, deadline: deadline))
        return .wait(ticket)
    }

    /// One who ran is done, after `took`. The lane goes to the first whose deadline has not passed.
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
        if handover.next == nil { busy.note(isBusy: false, limit: longestBurst, now: now) }
        return handover
    }

    /// One who waits goes away.
    ///
    /// - Returns: `false` if it does not wait: it runs, or is done.
    mutating func withdraw(_ ticket: Ticket) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return false }
        waiting.remove(at: index)
        return true
    }

    private static let weightOfSample = 0.125

    /// Takes out those who came while it still looked like a burst and would wait for too long: the
    /// newest, as they have waited least for nothing.
    private mutating func shedLate(now: Instant) -> [Ticket] {
        guard isOverloaded(at: now) else { return [] }
        let kept = waits(now: now).dropLast().prefix { $0 <= cost * Self.target }.count
        let late = waiting[kept...].reversed().map(\.ticket)
        waiting.removeSubrange(kept...)
        return late
    }

    /// How long each that waits will wait yet, in their order, and last one who came now.
    private func waits(now: Instant) -> [Duration] {
        var free = runs.values.map { max(.zero, time(of: $0.work) - $0.began.duration(to: now)) }
        free += Array(repeating: .zero, count: lanes - free.count)
        return (waiting.map(\.work) + [0]).map { work in
            guard let next = free.indices.min(by: { free[$0] < free[$1] }) else { return .zero }
            defer { free[next] += time(of: work) }
            return free[next]
        }
    }

    private func time(of work: Int) -> Duration {
        cost * (Double(work) / Double(usualWork))
    }
}
