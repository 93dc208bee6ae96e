import Testing

@testable import RollcallCrypto

struct AdmissionQueueTests {
    let start = ContinuousClock().now

    func queue(workers: Int = 2, capacity: Int = 10) -> AdmissionQueue {
        AdmissionQueue(
            workers: workers, capacity: capacity, cost: .milliseconds(20), usualWork: 100)
    }

    func ticket(_ number: UInt64) -> AdmissionQueue.Ticket {
        AdmissionQueue.Ticket(number: number)
    }

    @Test func asManyStartAsThereAreWorkersAndTheRestWaitInOrder() {
        var queue = queue()
        let answers = (1...4).map { _ in queue.enter(work: 100, deadline: nil, now: start) }
        #expect(answers.prefix(2) == [.start(ticket(1)), .start(ticket(2))])
        #expect(answers.suffix(2) == [.wait(ticket(3)), .wait(ticket(4))])
        let first = queue.leave(ticket(2), took: .milliseconds(20), now: start)
        let second = queue.leave(ticket(1), took: .milliseconds(20), now: start)
        #expect([first.next, second.next] == [ticket(3), ticket(4)])
        #expect(queue.running == 2)
    }

    @Test func whoWouldWaitPastItsDeadlineIsShedAtOnce() {
        var queue = queue()
        for _ in 1...6 { _ = queue.enter(work: 100, deadline: nil, now: start) }
        #expect(queue.expectedWait(now: start) == .milliseconds(60))
        // A worker is free in time, but the hash would not be done.
        let tooSoon = start + .milliseconds(65)
        let answer = queue.enter(work: 100, deadline: tooSoon, now: start)
        #expect(answer == .shed(retryAfter: .milliseconds(15)))
        let inTime = start + .milliseconds(80)
        let next = queue.enter(work: 100, deadline: inTime, now: start)
        #expect(next == .wait(ticket(7)))
    }

    @Test func aFreeWorkerIsGivenWhateverTheCostIsThoughtToBe() {
        var queue = queue(workers: 1)
        _ = queue.enter(work: 100, deadline: nil, now: start)
        _ = queue.leave(ticket(1), took: .seconds(3600), now: start)
        #expect(queue.cost > .seconds(400))
        let soon = start + .milliseconds(1)
        let answer = queue.enter(work: 100, deadline: soon, now: start)
        #expect(answer == .start(ticket(2)))
    }

    @Test func aFullLineShedsEvenThePatient() {
        var queue = queue(workers: 1, capacity: 2)
        for _ in 1...3 { _ = queue.enter(work: 100, deadline: nil, now: start) }
        let answer = queue.enter(work: 100, deadline: nil, now: start)
        #expect(answer == .shed(retryAfter: .milliseconds(20)))
        #expect(queue.waitingCount == 2)
    }

    @Test func whoseDeadlinePassedInLineIsShedWhenItsTurnComes() {
        var queue = queue(workers: 1)
        _ = queue.enter(work: 100, deadline: nil, now: start)
        _ = queue.enter(work: 100, deadline: start + .milliseconds(45), now: start)
        _ = queue.enter(work: 100, deadline: nil, now: start)
        let handover = queue.leave(
            ticket(1), took: .milliseconds(60), now: start + .milliseconds(60))
        #expect(handover == .init(next: ticket(3), shed: [ticket(2)]))
    }

    @Test func whoWithdrawsIsNotCalled() {
        var queue = queue(workers: 1)
        for _ in 1...3 { _ = queue.enter(work: 100, deadline: nil, now: start) }
        let withdrawals = [2, 2, 1].map { queue.withdraw(ticket($0)) }
        #expect(withdrawals == [true, false, false])
        #expect(queue.expectedWait(now: start) == .milliseconds(40))
        let handover = queue.leave(ticket(1), took: .milliseconds(20), now: start)
        #expect(handover.next == ticket(3))
    }

    @Test func theCostFollowsWhatIsMeasuredPerWork() {
        var queue = queue(workers: 1)
        for number in 1...60 {
            _ = queue.enter(work: 400, deadline: nil, now: start)
            _ = queue.leave(ticket(UInt64(number)), took: .milliseconds(160), now: start)
        }
        #expect(queue.cost > .milliseconds(39) && queue.cost < .milliseconds(41))
        #expect(queue.running == 0)
    }

    @Test func heavyWorkInLineMakesTheWaitLonger() {
        var queue = queue(workers: 1)
        _ = queue.enter(work: 100, deadline: nil, now: start)
        _ = queue.enter(work: 1000, deadline: nil, now: start)
        #expect(queue.expectedWait(now: start) == .milliseconds(220))
    }

    @Test func whatIsLeftOfARunningHashIsTheWait() {
        var queue = queue()
        _ = queue.enter(work: 100, deadline: nil, now: start)
        _ = queue.enter(work: 100, deadline: nil, now: start + .milliseconds(5))
        #expect(queue.expectedWait(now: start + .milliseconds(10)) == .milliseconds(10))
        #expect(queue.expectedWait(now: start + .seconds(1)) == .zero)
    }

    @Test func aBurstMayWaitAndAnOverloadMayNot() {
        var queue = queue(workers: 1, capacity: 100)
        for _ in 1...50 { _ = queue.enter(work: 100, deadline: nil, now: start) }
        #expect(queue.waitingCount == 49)
        var now = start
        for number in 1...24 {
            now += .milliseconds(20)
            let handover = queue.leave(ticket(UInt64(number)), took: .milliseconds(20), now: now)
            #expect(handover.shed.isEmpty)
        }
        now += .milliseconds(20)
        #expect(queue.isOverloaded(at: now))
        let handover = queue.leave(ticket(25), took: .milliseconds(20), now: now)
        #expect(handover.next == ticket(26))
        #expect(handover.shed == (27...50).reversed().map { ticket($0) })
        // The worker has just begun; the next may wait for the last of it.
        let early = queue.enter(work: 100, deadline: nil, now: now + .milliseconds(10))
        #expect(early == .shed(retryAfter: .milliseconds(20)))
        let next = queue.enter(work: 100, deadline: nil, now: now + .milliseconds(11))
        #expect(next == .wait(ticket(51)))
        let beside = queue.enter(work: 100, deadline: nil, now: now + .milliseconds(12))
        #expect(beside == .shed(retryAfter: .milliseconds(20)))
    }

    /// A worker that was busy for a second, and is idle for `rest`: how many of a hundred may wait then.
    private func waiting(after rest: Duration) -> Int {
        var queue = queue(workers: 1, capacity: 100)
        _ = queue.enter(work: 100, deadline: nil, now: start)
        let late = start + .seconds(1)
        #expect(queue.isOverloaded(at: late))
        _ = queue.leave(ticket(1), took: .milliseconds(20), now: late)
        for _ in 2...101 { _ = queue.enter(work: 100, deadline: nil, now: late + rest) }
        return queue.waitingCount
    }

    @Test func aWorkerThatWasIdleForLongEndsTheOverload() {
        #expect(waiting(after: .milliseconds(60)) == 99)
    }

    @Test func aMomentOfRestDoesNotMakeAFloodABurst() {
        #expect(waiting(after: .milliseconds(1)) == 0)
        #expect(waiting(after: .milliseconds(50)) == 0)
    }

    @Test func whoIsPreferredStandsBeforeAllOthersAndIsNotKeptOutByThem() {
        var queue = queue(workers: 1, capacity: 100)
        _ = queue.enter(work: 100, deadline: nil, now: start)
        let now = start + .seconds(1)
        #expect(queue.isOverloaded(at: now))
        // The worker has not come free in time: it may at any moment.
        _ = queue.enter(work: 100, deadline: nil, now: now)
        let others = (3...7).map { _ in
            queue.enter(work: 100, deadline: nil, isPreferred: true, now: now)
        }
        #expect(others == (3...7).map { .wait(ticket($0)) })
        let tooMany = queue.enter(work: 100, deadline: nil, isPreferred: true, now: now)
        #expect(tooMany == .shed(retryAfter: .milliseconds(20)))
        // A caller that came before, and is not admitted, has waited for too long by now.
        let handover = queue.leave(ticket(1), took: .milliseconds(20), now: now)
        #expect(handover == .init(next: ticket(3), shed: [ticket(2)]))
        for number in UInt64(3)...6 {
            let handover = queue.leave(ticket(number), took: .milliseconds(20), now: now)
            #expect(handover == .init(next: ticket(number + 1)))
        }
    }

    private struct Service {
        /// From the arrival to the end of the hash, at most.
        var longest = Duration.zero
        var done = 0
        /// Who was sent away after having waited.
        var shedLate = 0
    }

    /// `load` times what the workers can do, with a pause of two hashes once a second, for ten seconds
    /// after the first two.
    private func serve(workers: Int, load: Double, hash: Duration = .milliseconds(20)) -> Service {
        var queue = queue(workers: workers, capacity: 1024)
        var (now, nextPause) = (start, start + .seconds(1))
        var ends: [(end: AdmissionQueue.Instant, ticket: AdmissionQueue.Ticket)] = []
        var arrivals: [AdmissionQueue.Ticket: AdmissionQueue.Instant] = [:]
        var service = Service()
        while now < start + .seconds(12) {
            now += hash / workers * (Double.random(in: 0.2..<1.8) / load)
            if now > nextPause { (now, nextPause) = (now + hash * 2, now + .seconds(1)) }
            while let first = ends.enumerated().min(by: { $0.element.end < $1.element.end }),
                first.element.end <= now
            {
                let (end, ticket) = ends.remove(at: first.offset)
                let handover = queue.leave(ticket, took: hash, now: end)
                if let next = handover.next { ends.append((end + hash, next)) }
                guard let arrival = arrivals.removeValue(forKey: ticket),
                    arrival > start + .seconds(2)
                else { continue }
                service.shedLate += handover.shed.count
                service.longest = max(service.longest, arrival.duration(to: end))
                service.done += 1
            }
            switch queue.enter(work: 100, deadline: now + .seconds(10), now: now) {
            case .start(let ticket):
                ends.append((now + hash, ticket))
                arrivals[ticket] = now
            case .wait(let ticket): arrivals[ticket] = now
            case .shed: break
            }
        }
        return service
    }

    /// A caller is served soon or refused at once, and workers are idle only in the pauses.
    @Test(arguments: [1, 2, 4])
    func underOverloadTheAdmittedAreServedSoonAndNoWorkerIsIdle(workers: Int) {
        let service = serve(workers: workers, load: 20)
        #expect(service.longest <= .milliseconds(30))
        #expect(service.shedLate == 0)
        #expect(Double(service.done) >= 0.94 * 500 * Double(workers))
    }

    @Test(arguments: [1.5, 2, 3])
    func whatIsALittleTooMuchKeepsTheWorkersBusy(load: Double) {
        #expect(Double(serve(workers: 2, load: load).done) >= 0.85 * 1000)
    }

    /// Against random arrivals, departures and withdrawals: workers and line stay within bounds,
    /// and everyone let in is started, shed or withdrawn exactly once.
    @Test func everyoneLetInIsAccountedForOnce() {
        for _ in 0..<200 {
            var queue = queue(workers: Int.random(in: 1...3), capacity: Int.random(in: 0...5))
            var (open, running, now) = (Set<UInt64>(), Set<UInt64>(), start)
            for _ in 0..<200 {
                now += .milliseconds(Int.random(in: 0...10))
                switch Int.random(in: 0...2) {
                case 0:
                    let deadline = Bool.random() ? now + .milliseconds(Int.random(in: 0...80)) : nil
                    switch queue.enter(work: 100, deadline: deadline, now: now) {
                    case .start(let ticket): running.insert(ticket.number)
                    case .wait(let ticket): open.insert(ticket.number)
                    case .shed: break
                    }
                case 1:
                    guard let done = running.randomElement() else { continue }
                    running.remove(done)
                    let handover = queue.leave(
                        ticket(done), took: .milliseconds(20), now: now)
                    let known = handover.shed.allSatisfy { open.remove($0.number) != nil }
                    #expect(known)
                    if let next = handover.next {
                        let known = open.remove(next.number) != nil
                        #expect(known)
                        running.insert(next.number)
                    }
                default:
                    guard let number = open.randomElement() else { continue }
                    let withdrawn = queue.withdraw(ticket(number))
                    #expect(withdrawn)
                    open.remove(number)
                }
                #expect(queue.running == running.count && running.count <= queue.workers)
                #expect(queue.waitingCount == open.count && open.count <= queue.capacity)
            }
        }
    }
}
