/// Who may hash now, who waits, and who is better told at once to come back: a value that is told
/// the time and what happened, and answers what to do.
///
/// First come, first served. Who would wait past its deadline is not let in, as its hash would
/// be work for nobody; a lane that is free is always given, so that the measured cost mends
/// itself after a slow minute.
struct AdmissionQueue {
    typealias Instant = ContinuousClock.Instant

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

    private struct Waiting {
        let ticket: Ticket
        let work: Int
        let deadline: Instant?
    }

    let lanes: Int
    /// The most that wait, deadline or not.
    let capacity: Int
    private(set) var running = 0
    private var waiting: [Waiting] = []
    private var waitingWork = 0
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

    var waitingCount: Int { waiting.count }

    /// The time until a lane is free for one who comes now.
    var expectedWait: Duration {
        guard running >= lanes else { return .zero }
        return cost * (1 + Double(waitingWork) / Double(usualWork)) / lanes
    }

    /// Whether one who comes now would be let in.
    ///
    /// - Returns: when to come back; nil if it would.
    func refusal(deadline: Instant?, now: Instant) -> Duration? {
        let wait = expectedWait
        let patience = deadline.map { now.duration(to: $0) } ?? .seconds(Int64.max)
        guard wait == .zero || (wait <= patience && waiting.count < capacity) else {
            return max(wait - patience, cost / lanes)
        }
        return nil
    }

    mutating func enter(work: Int, deadline: Instant?, now: Instant) -> Answer {
        if let pause = refusal(deadline: deadline, now: now) { return .shed(retryAfter: pause) }
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        guard running >= lanes else {
            running += 1
            return .start(ticket)
        }
        waiting.append(Waiting(ticket: ticket, work: work, deadline: deadline))
        waitingWork += work
        return .wait(ticket)
    }

    /// One who ran is done: `took` for `work`. The lane goes to the first whose deadline has not
    /// passed.
    mutating func leave(work: Int, took: Duration, now: Instant) -> Handover {
        doneCount += 1
        let sample = took * (Double(usualWork) / Double(work))
        cost = cost * (1 - Self.weightOfSample) + sample * Self.weightOfSample
        var handover = Handover()
        while handover.next == nil, let first = waiting.first {
            remove(at: waiting.startIndex)
            if let deadline = first.deadline, deadline <= now {
                handover.shed.append(first.ticket)
            } else {
                handover.next = first.ticket
            }
        }
        if handover.next == nil { running -= 1 }
        return handover
    }

    /// One who waits goes away.
    ///
    /// - Returns: `false` if it does not wait: it runs, or is done.
    mutating func withdraw(_ ticket: Ticket) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return false }
        remove(at: index)
        return true
    }

    private static let weightOfSample = 0.125

    private mutating func remove(at index: Int) {
        waitingWork -= waiting.remove(at: index).work
    }
}
