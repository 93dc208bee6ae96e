/// Who may hash now, who waits, and who is better told at once to come back: a value that is told
/// the time and what happened, and answers what to do.
///
/// First come, first served. Who would wait past its deadline is not let in, as its hash would
/// be work for nobody; a worker that is free is always given, so that the measured cost mends
/// itself after a slow minute.
///
/// The line is there for bursts. Once the workers have had no rest for a while it is no burst any more, and
/// a line would only make everybody wait: then no more wait than it takes to keep the workers busy, as
/// in CoDel (RFC 8289), so that those who are served are served soon and the others know at once.
///
/// Those who are preferred stand before all others, and under overload, too, some of them may wait: a
/// flood of others does not keep them out.
struct AdmissionQueue {
    typealias Instant = ContinuousClock.Instant

    /// How long the workers may all be busy before that counts as overload (see `BusyTime`); for slow
    /// hashes, as long as so many take.
    static let burst = Duration.milliseconds(500)
    static let burstCosts = 8
    /// How much of a hash's time one may wait under overload, at the least and at the most.
    static let patience = 0.05...0.5
    /// By what `patience` is multiplied when a worker that comes free finds the next, and when it finds
    /// none: so that it finds none about once in ten times. The more there are that come, the shorter is
    /// the time in which the next has to come in, and so the wait of those who are served.
    static let found = 0.95
    static let missed = 1.6
    /// How many hashes' time one who is preferred may wait under overload.
    static let preferredPatience = 4.0

    struct Ticket: Hashable {
        let number: UInt64
    }

    enum Answer: Equatable {
        case start(Ticket)
        case wait(Ticket)
        case shed(retryAfter: Duration)
    }

    /// What a worker that came free does next, and who had to give up meanwhile.
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
    /// The most that wait, deadline or not.
    let capacity: Int
    private var runs: [Ticket: Running] = [:]
    private var waiting: [Waiting] = []
    /// Whether no worker has been idle for long.
    private var busy = BusyTime()
    private var lastNumber: UInt64 = 0
    /// Hashes that were made.
    private(set) var doneCount = 0
    /// How much of a hash's time one may wait under overload now.
    private var patience = Self.patience.upperBound
    /// What the usual hash takes, and its work: the yardstick for all others.
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

    /// The time until a worker is free for one who comes now.
    func expectedWait(isPreferred: Bool = false, now: Instant) -> Duration {
        let before = isPreferred ? waiting.filter(\.isPreferred) : waiting
        return waits(of: before.map(\.work) + [0], now: now).last ?? .zero
    }

    /// Whether the workers have been busy for longer than a burst lasts, and had no rest to speak of since.
    func isOverloaded(at now: Instant) -> Bool {
        busy.isLong(limit: longestBurst, at: now)
    }

    private var longestBurst: Duration { max(Self.burst, cost * Self.burstCosts) }

    /// Whether one who comes now would be let in.
    ///
    /// - Returns: when to come back; nil if it would.
    func refusal(deadline: Instant?, isPreferred: Bool = false, now: Instant) -> Duration? {
        guard running >= workers else { return nil }
        let wait = expectedWait(isPreferred: isPreferred, now: now)
        // The hash has to be done by then, not begun.
        var limit = deadline.map { now.duration(to: $0) - cost } ?? .seconds(Int64.max)
        if isOverloaded(at: now) { limit = min(limit, longestWait(isPreferred: isPreferred)) }
        guard wait <= limit, waiting.count < capacity else {
            return max(wait - max(limit, .zero), cost / workers)
        }
        return nil
    }

    /// How long one may wait under overload.
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

    /// One who ran is done, after `took`. The worker goes to the first whose deadline has not passed.
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
        let kept = zip(waiting, waits(of: waiting.map(\.work), now: now)).prefix { one, wait in
            wait <= longestWait(isPreferred: one.isPreferred)
        }.count
        let late = waiting[kept...].reversed().map(\.ticket)
        waiting.removeSubrange(kept...)
        return late
    }

    /// How long each of a line will wait yet, in their order.
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
