import Testing

@testable import RollcallCrypto

struct AdmissionQueueTests {
    let start = ContinuousClock().now

    func queue(lanes: Int = 2, capacity: Int = 10) -> AdmissionQueue {
        AdmissionQueue(lanes: lanes, capacity: capacity, cost: .milliseconds(20), usualWork: 100)
    }

    func ticket(_ number: UInt64) -> AdmissionQueue.Ticket {
        AdmissionQueue.Ticket(number: number)
    }

    @Test func asManyStartAsThereAreLanesAndTheRestWaitInOrder() {
        var queue = queue()
        let answers = (1...4).map { _ in queue.enter(work: 100, deadline: nil, now: start) }
        #expect(answers.prefix(2) == [.start(ticket(1)), .start(ticket(2))])
        #expect(answers.suffix(2) == [.wait(ticket(3)), .wait(ticket(4))])
        let first = queue.leave(work: 100, took: .milliseconds(20), now: start)
        let second = queue.leave(work: 100, took: .milliseconds(20), now: start)
        #expect([first.next, second.next] == [ticket(3), ticket(4)])
        #expect(queue.running == 2)
    }

    @Test func whoWouldWaitPastItsDeadlineIsShedAtOnce() {
        var queue = queue()
        for _ in 1...6 { _ = queue.enter(work: 100, deadline: nil, now: start) }
        #expect(queue.expectedWait == .milliseconds(50))
        let tooSoon = start + .milliseconds(35)
        let answer = queue.enter(work: 100, deadline: tooSoon, now: start)
        #expect(answer == .shed(retryAfter: .milliseconds(15)))
        let inTime = start + .milliseconds(50)
        let next = queue.enter(work: 100, deadline: inTime, now: start)
        #expect(next == .wait(ticket(7)))
    }

    @Test func aFreeLaneIsGivenWhateverTheCostIsThoughtToBe() {
        var queue = queue(lanes: 1)
        _ = queue.enter(work: 100, deadline: nil, now: start)
        _ = queue.leave(work: 100, took: .seconds(3600), now: start)
        #expect(queue.cost > .seconds(400))
        let soon = start + .milliseconds(1)
        let answer = queue.enter(work: 100, deadline: soon, now: start)
        #expect(answer == .start(ticket(2)))
    }

    @Test func aFullLineShedsEvenThePatient() {
        var queue = queue(lanes: 1, capacity: 2)
        for _ in 1...3 { _ = queue.enter(work: 100, deadline: nil, now: start) }
        let answer = queue.enter(work: 100, deadline: nil, now: start)
        #expect(answer == .shed(retryAfter: .milliseconds(20)))
        #expect(queue.waitingCount == 2)
    }

    @Test func whoseDeadlinePassedInLineIsShedWhenItsTurnComes() {
        var queue = queue(lanes: 1)
        _ = queue.enter(work: 100, deadline: nil, now: start)
        _ = queue.enter(work: 100, deadline: start + .milliseconds(25), now: start)
        _ = queue.enter(work: 100, deadline: nil, now: start)
        let handover = queue.leave(
            work: 100, took: .milliseconds(30), now: start + .milliseconds(30))
        #expect(handover == .init(next: ticket(3), shed: [ticket(2)]))
    }

    @Test func whoWithdrawsIsNotCalled() {
        var queue = queue(lanes: 1)
        for _ in 1...3 { _ = queue.enter(work: 100, deadline: nil, now: start) }
        let withdrawals = [2, 2, 1].map { queue.withdraw(ticket($0)) }
        #expect(withdrawals == [true, false, false])
        #expect(queue.expectedWait == .milliseconds(40))
        let handover = queue.leave(work: 100, took: .milliseconds(20), now: start)
        #expect(handover.next == ticket(3))
    }

    @Test func theCostFollowsWhatIsMeasuredPerWork() {
        var queue = queue(lanes: 1)
        for _ in 0..<60 {
            _ = queue.enter(work: 400, deadline: nil, now: start)
            _ = queue.leave(work: 400, took: .milliseconds(160), now: start)
        }
        #expect(queue.cost > .milliseconds(39) && queue.cost < .milliseconds(41))
        #expect(queue.running == 0)
    }

    @Test func heavyWorkInLineMakesTheWaitLonger() {
        var queue = queue(lanes: 1)
        _ = queue.enter(work: 100, deadline: nil, now: start)
        _ = queue.enter(work: 1000, deadline: nil, now: start)
        #expect(queue.expectedWait == .milliseconds(220))
    }

    /// Against random arrivals, departures and withdrawals: lanes and line stay within bounds,
    /// and everyone let in is started, shed or withdrawn exactly once.
    @Test func everyoneLetInIsAccountedForOnce() {
        for _ in 0..<200 {
            var queue = queue(lanes: Int.random(in: 1...3), capacity: Int.random(in: 0...5))
            var (open, running, now) = (Set<UInt64>(), 0, start)
            for _ in 0..<200 {
                now += .milliseconds(Int.random(in: 0...10))
                switch Int.random(in: 0...2) {
                case 0:
                    let deadline = Bool.random() ? now + .milliseconds(Int.random(in: 0...80)) : nil
                    switch queue.enter(work: 100, deadline: deadline, now: now) {
                    case .start: running += 1
                    case .wait(let ticket): open.insert(ticket.number)
                    case .shed: break
                    }
                case 1 where running > 0:
                    let handover = queue.leave(work: 100, took: .milliseconds(20), now: now)
                    let known = handover.shed.allSatisfy { open.remove($0.number) != nil }
                    #expect(known)
                    if let next = handover.next {
                        let known = open.remove(next.number) != nil
                        #expect(known)
                    } else {
                        running -= 1
                    }
                default:
                    guard let number = open.randomElement() else { continue }
                    let withdrawn = queue.withdraw(ticket(number))
                    #expect(withdrawn)
                    open.remove(number)
                }
                #expect(queue.running == running && running <= queue.lanes)
                #expect(queue.waitingCount == open.count && open.count <= queue.capacity)
            }
        }
    }
}
