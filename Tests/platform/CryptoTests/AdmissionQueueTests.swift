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

    /// A worker that was busy for a second, and is idle for `rest`: how many of a hundred may wait
    /// then.
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
            queue.enter(work: 100, deadline: nil, by: HashCaller(isPreferred: true), now: now)
        }
        #expect(others == (3...7).map { .wait(ticket($0)) })
        let tooMany = queue.enter(
            work: 100, deadline: nil, by: HashCaller(isPreferred: true), now: now)
        #expect(tooMany == .shed(retryAfter: .milliseconds(20)))
        // A caller that came before, and is not admitted, has waited for too long by now.
        let handover = queue.leave(ticket(1), took: .milliseconds(20), now: now)
        #expect(handover == .init(next: ticket(3), shed: [ticket(2)]))
        for number in UInt64(3)...6 {
            let handover = queue.leave(ticket(number), took: .milliseconds(20), now: now)
            #expect(handover == .init(next: ticket(number + 1)))
        }
    }

    /// A queue that is overloaded, whose only worker hashes for the peer 1.
    private func overloaded(_ now: inout AdmissionQueue.Instant) -> AdmissionQueue {
        var queue = queue(workers: 1, capacity: 1024)
        _ = queue.enter(work: 100, deadline: nil, by: HashCaller(peers: [1]), now: start)
        now = start + .seconds(1)
        #expect(queue.isOverloaded(at: now))
        return queue
    }

    @Test func aPeerWithoutAHashComesBeforeOneThatHasOne() {
        var now = start
        var queue = overloaded(&now)
        let again = queue.enter(work: 100, deadline: nil, by: HashCaller(peers: [1]), now: now)
        #expect(again == .wait(ticket(2)))
        let other = queue.enter(work: 100, deadline: nil, by: HashCaller(peers: [2]), now: now)
        #expect(other == .wait(ticket(3)))
        // What has just ended counts: the peer 1 would otherwise have the worker for ever.
        let handover = queue.leave(ticket(1), took: .milliseconds(20), now: now)
        #expect(handover == .init(next: ticket(3), shed: [ticket(2)]))
    }

    /// With many accounts it is one address, and with many addresses one account.
    @Test func ofAnAddressAndAnAccountTheOneWithMoreHashesCounts() {
        var now = start
        var queue = overloaded(&now)
        _ = queue.enter(work: 100, deadline: nil, by: HashCaller(peers: [1, 7]), now: now)
        let wait = queue.expectedWait(of: HashCaller(peers: [8, 9]), now: now)
        #expect(wait == .zero)
        for peers in [[1, 9], [8, 7], [1]] {
            let wait = queue.expectedWait(of: HashCaller(peers: peers), now: now)
            #expect(wait == .milliseconds(20))
        }
    }

    @Test func aPreferredCallerComesFirstAndYetHasNoMoreThanItsShare() {
        var now = start
        var queue = overloaded(&now)
        let known = HashCaller(peers: [1], isPreferred: true)
        for number: UInt64 in 2...3 {
            let answer = queue.enter(work: 100, deadline: nil, by: known, now: now)
            #expect(answer == .wait(ticket(number)))
        }
        let stranger = queue.enter(work: 100, deadline: nil, by: HashCaller(peers: [2]), now: now)
        #expect(stranger == .wait(ticket(4)))
        let other = queue.enter(
            work: 100, deadline: nil, by: HashCaller(peers: [3], isPreferred: true), now: now)
        #expect(other == .wait(ticket(5)))
        for (last, next): (UInt64, UInt64) in [(1, 5), (5, 2), (2, 4), (4, 3)] {
            let handover = queue.leave(ticket(last), took: .milliseconds(20), now: now)
            #expect(handover == .init(next: ticket(next)))
        }
    }

    @Test func aPeerHasAPartOfTheQueueAlsoInABurst() {
        var queue = queue(workers: 1, capacity: 80)
        let answers = (0..<80).map { _ in
            queue.enter(work: 100, deadline: nil, by: HashCaller(peers: [1]), now: start)
        }
        #expect(answers.count { if case .shed = $0 { false } else { true } } == 11)
        let other = queue.enter(work: 100, deadline: nil, by: HashCaller(peers: [2]), now: start)
        #expect(other == .wait(ticket(12)))
        #expect(queue.expectedWait(of: HashCaller(peers: [3]), now: start) == .milliseconds(40))
    }

    /// One peer keeps hundreds of calls under way, others call now and then.
    @Test(arguments: [1, 2, 4])
    func aFloodOfOnePeerKeepsNoOtherOut(workers: Int) {
        var queue = queue(workers: workers, capacity: 1024)
        let hash = Duration.milliseconds(20)
        var (now, ends) = (start, [(end: AdmissionQueue.Instant, ticket: AdmissionQueue.Ticket)]())
        var waiting: [AdmissionQueue.Ticket: (peer: Int, arrival: AdmissionQueue.Instant)] = [:]
        var (answered, refused, longest) = ([0, 0], [0, 0], Duration.zero)
        func enter(_ peer: Int) {
            let caller = HashCaller(peers: [peer])
            switch queue.enter(work: 100, deadline: now + .seconds(10), by: caller, now: now) {
            case .start(let ticket):
                ends.append((now + hash, ticket))
                waiting[ticket] = (peer, now)
            case .wait(let ticket): waiting[ticket] = (peer, now)
            case .shed: refused[peer == 1 ? 0 : 1] += 1
            }
        }
        var calls = 1
        while now < start + .seconds(10) {
            now += .milliseconds(1)
            ends.sort { $0.end < $1.end }
            while let first = ends.first, first.end <= now {
                ends.removeFirst()
                let handover = queue.leave(first.ticket, took: hash, now: first.end)
                if let next = handover.next { ends.append((first.end + hash, next)) }
                for ticket in handover.shed {
                    let peer = waiting.removeValue(forKey: ticket)?.peer
                    refused[peer == 1 ? 0 : 1] += 1
                }
                guard let (peer, arrival) = waiting.removeValue(forKey: first.ticket) else {
                    continue
                }
                answered[peer == 1 ? 0 : 1] += 1
                if peer != 1 { longest = max(longest, arrival.duration(to: first.end)) }
            }
            for _ in 0..<8 { enter(1) }
            // Once the flood is more than a burst.
            if now > start + .seconds(1), Int.random(in: 0..<80) < workers {
                calls += 1
                enter(calls)
            }
        }
        #expect(answered[1] > 60 * workers && Double(refused[1]) <= 0.03 * Double(answered[1]))
        #expect(longest <= hash * 5.1)
        // And what the others leave is the flood's.
        let possible = 500 * workers
        #expect(answered[0] + answered[1] > possible * 9 / 10)
    }

    private struct Service {
        /// From the arrival to the end of the hash, at most.
        var longest = Duration.zero
        var done = 0
        /// Who was sent away after having waited.
        var shedLate = 0
    }

    /// `load` times what the workers can do, with a pause of two hashes once a second, for ten
    /// seconds after the first two.
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
                    let caller = HashCaller(
                        peers: (0..<Int.random(in: 0...2)).map { _ in Int.random(in: 1...3) },
                        isPreferred: Bool.random())
                    switch queue.enter(work: 100, deadline: deadline, by: caller, now: now) {
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
