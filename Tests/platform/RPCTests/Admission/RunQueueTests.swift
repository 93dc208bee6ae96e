import NIOCore
import Testing

@testable import RollcallRPC

extension NIODeadline {
    /// An instant of a clock that a test turns.
    static func milliseconds(_ count: Int) -> NIODeadline {
        .uptimeNanoseconds(UInt64(count) * 1_000_000)
    }
}

@Suite struct RunQueueTests {
    private var queue = RunQueue<Int>()

    private mutating func drain() -> [Int] {
        var elements: [Int] = []
        while let element = queue.pop() { elements.append(element) }
        return elements
    }

    /// Lets the queue be worked off in vain for as many slices as make an overload.
    private mutating func standStill(at now: NIODeadline) {
        for _ in 0..<10 { queue.shedLate(at: now) { _ in } }
    }

    private mutating func shed(at now: NIODeadline) -> [Int] {
        var elements: [Int] = []
        queue.shedLate(at: now) { elements.append($0) }
        return elements
    }

    @Test mutating func importantCallsOvertakeAndOthersKeepTheirOrder() {
        let flow = queue.addFlow()
        for (element, priority) in [(1, Priority.bulk), (2, .ordinary), (3, .critical), (4, .bulk)]
        {
            _ = queue.push(element, in: flow, priority, at: .milliseconds(0))
        }
        let order = drain()
        #expect(order == [3, 2, 1, 4])
    }

    @Test mutating func aConnectionThatAsksForMuchDoesNotDelayOthers() {
        let (busy, quiet) = (queue.addFlow(), queue.addFlow())
        for element in 0..<100 {
            _ = queue.push(element, in: busy, .ordinary, at: .milliseconds(0))
        }
        _ = queue.push(1000, in: quiet, .ordinary, at: .milliseconds(1))
        let order = drain()
        #expect(order.prefix(2) == [0, 1000])
    }

    @Test mutating func aBurstMayWaitForTheInterval() {
        let flow = queue.addFlow()
        for element in 0..<10 {
            _ = queue.push(element, in: flow, .ordinary, at: .milliseconds(0))
        }
        standStill(at: .milliseconds(50))
        let late = shed(at: .milliseconds(99))
        #expect(late == [])
        #expect(queue.count == 10)
    }

    @Test mutating func aQueueThatDoesNotBecomeEmptyShedsWhatIsOlderThanTheTarget() {
        let flow = queue.addFlow()
        for element in 0..<10 {
            _ = queue.push(element, in: flow, .ordinary, at: .milliseconds(element * 9))
        }
        standStill(at: .milliseconds(90))
        #expect(queue.isOverloaded(at: .milliseconds(100)))
        let late = shed(at: .milliseconds(100))
        #expect(late == Array(0..<9))
        let rest = drain()
        #expect(rest == [9])
        #expect(!queue.isOverloaded(at: .milliseconds(200)))
    }

    @Test mutating func aThreadThatStoodStillIsNoOverload() {
        let flow = queue.addFlow()
        for element in 0..<10 {
            _ = queue.push(element, in: flow, .ordinary, at: .milliseconds(0))
        }
        let late = shed(at: .milliseconds(5000))
        #expect(late == [])
        let isTaken = queue.push(10, in: flow, .ordinary, at: .milliseconds(5000))
        #expect(isTaken)
    }

    @Test mutating func theLeastImportantAreShedFirst() {
        let flow = queue.addFlow()
        for (element, priority) in [(1, Priority.critical), (2, .ordinary), (3, .bulk)] {
            _ = queue.push(element, in: flow, priority, at: .milliseconds(0))
        }
        standStill(at: .milliseconds(50))
        let late = shed(at: .milliseconds(1000))
        #expect(late == [3, 2, 1])
    }

    @Test mutating func underOverloadACallThatWouldWaitInVainIsNotTaken() {
        let (busy, quiet) = (queue.addFlow(), queue.addFlow())
        _ = queue.push(0, in: busy, .ordinary, at: .milliseconds(0))
        _ = queue.push(1, in: busy, .ordinary, at: .milliseconds(95))
        standStill(at: .milliseconds(95))
        _ = queue.pop()
        let isTaken = [
            queue.push(2, in: busy, .ordinary, at: .milliseconds(106)),
            queue.push(3, in: busy, .critical, at: .milliseconds(106)),
            queue.push(4, in: quiet, .ordinary, at: .milliseconds(106)),
        ]
        #expect(isTaken == [false, true, true])
    }

    @Test mutating func bulkCallsDoNotFillTheQueue() {
        let flow = queue.addFlow(isExempt: true)
        var counts: [Int] = []
        for priority in [Priority.bulk, .ordinary, .critical] {
            while queue.push(0, in: flow, priority, at: .milliseconds(0)) {}
            counts.append(queue.count)
        }
        #expect(counts == [2048, 3687, 4096])
    }

    @Test mutating func aFloodOfWhatIsCriticalKeepsNobodyOut() {
        let (flood, other) = (queue.addFlow(), queue.addFlow())
        for element in 0..<100 {
            _ = queue.push(element, in: flood, .critical, at: .milliseconds(0))
        }
        _ = queue.push(1000, in: other, .ordinary, at: .milliseconds(0))
        _ = queue.push(2000, in: other, .bulk, at: .milliseconds(0))
        let order = drain()
        #expect(order.firstIndex(of: 1000) ?? 100 < 2)
        #expect(order.firstIndex(of: 2000) ?? 100 < 8)
    }

    /// Ten peers wait with ordinary calls beside one that sends nothing but critical ones.
    @Test mutating func criticalCallsOfOnePeerOvertakeOthersInEachEighthTurnOnly() {
        let flood = queue.addFlow()
        for _ in 0..<200 { _ = queue.push(-1, in: flood, .critical, at: .milliseconds(0)) }
        for peer in 0..<10 {
            let flow = queue.addFlow()
            for _ in 0..<20 { _ = queue.push(peer, in: flow, .ordinary, at: .milliseconds(0)) }
        }
        let turns = (0..<80).map { _ in queue.pop() }
        #expect(turns.count { $0 == -1 } == 10)
        for peer in 0..<10 { #expect(turns.count { $0 == peer } == 7) }
    }

    @Test mutating func criticalCallsOfOnePeerHaveNoFewerTurnsThanThoseOfAnother() {
        let (critical, ordinary) = (queue.addFlow(), queue.addFlow())
        for _ in 0..<100 {
            _ = queue.push(0, in: critical, .critical, at: .milliseconds(0))
            _ = queue.push(1, in: ordinary, .ordinary, at: .milliseconds(0))
        }
        let turns = (0..<40).map { _ in queue.pop() }
        #expect(turns.count { $0 == 0 } == 20)
    }

    /// It waits neither for a turn of each of them, nor behind one peer's critical calls.
    @Test mutating func aCriticalCallOvertakesTheFloodsOfManyPeers() {
        let flood = queue.addFlow()
        for _ in 0..<200 { _ = queue.push(-1, in: flood, .critical, at: .milliseconds(0)) }
        for peer in 0..<200 {
            let flow = queue.addFlow()
            for _ in 0..<2 { _ = queue.push(peer, in: flow, .ordinary, at: .milliseconds(0)) }
        }
        for _ in 0..<100 { _ = queue.pop() }
        let quiet = queue.addFlow()
        _ = queue.push(1000, in: quiet, .critical, at: .milliseconds(1))
        let turns = (0..<2).map { _ in queue.pop() }
        #expect(turns.contains(1000))
    }

    /// The time on the loop, in microseconds, that the calls of each element took in so many turns.
    private mutating func times(_ costs: [Int], turns: Int) -> [Int] {
        var times = costs.map { _ in 0 }
        for _ in 0..<turns {
            guard let element = queue.pop() else { break }
            times[element] += costs[element]
            queue.charge(.microseconds(Int64(costs[element])))
        }
        return times
    }

    @Test(arguments: [Priority.critical, .ordinary, .bulk])
    mutating func peersShareTheTimeOfTheLoopAndNotTheNumberOfCalls(_ priority: Priority) {
        // A call of the one costs as much as forty of each of the others.
        let costs = [800, 20, 20]
        for element in costs.indices {
            let flow = queue.addFlow(isExempt: true)
            for _ in 0..<600 { _ = queue.push(element, in: flow, priority, at: .milliseconds(0)) }
        }
        let times = times(costs, turns: 800)
        #expect(times[1] > 7000 && times[2] > 7000)
        #expect(times[0] <= times[1] + 800)
    }

    @Test(arguments: [(Priority.critical, 2), (.bulk, 8)])
    mutating func whatOvertakesHasItsPartOfTheTimeToo(_ priority: Priority, part: Int) {
        // Each of its calls is of another peer, so that no peer has a debt.
        for _ in 0..<100 {
            let flow = queue.addFlow()
            _ = queue.push(0, in: flow, priority, at: .milliseconds(0))
        }
        let flow = queue.addFlow(isExempt: true)
        for _ in 0..<2000 { _ = queue.push(1, in: flow, .ordinary, at: .milliseconds(0)) }
        let times = times([1000, 10], turns: 1000)
        #expect(times[0] > 0)
        #expect(times[0] * part <= times[0] + times[1] + 2000 * part)
    }

    @Test mutating func aDebtEndsWhenNobodyElseWaits() {
        let flow = queue.addFlow()
        for _ in 0..<3 { _ = queue.push(0, in: flow, .ordinary, at: .milliseconds(0)) }
        for _ in 0..<3 {
            let element = queue.pop()
            #expect(element == 0)
            queue.charge(.minutes(1))
        }
        queue.removeFlows()
        // Who comes next begins without it.
        let (next, other) = (queue.addFlow(), queue.addFlow())
        _ = queue.push(1, in: next, .ordinary, at: .milliseconds(0))
        _ = queue.push(2, in: other, .ordinary, at: .milliseconds(0))
        let order = drain()
        #expect(order == [1, 2])
    }

    @Test mutating func onePeerFillsItsShareOfTheQueueOnly() {
        let (busy, other) = (queue.addFlow(), queue.addFlow())
        while queue.push(0, in: busy, .critical, at: .milliseconds(0)) {}
        #expect(queue.count == 512)
        let isTaken = queue.push(1, in: other, .bulk, at: .milliseconds(0))
        #expect(isTaken)
        let trusted = queue.addFlow(isExempt: true)
        while queue.push(0, in: trusted, .critical, at: .milliseconds(0)) {}
        #expect(queue.count == 4096)
    }

    @Test mutating func strangersFillHalfOfTheQueueTogether() {
        for _ in 0..<10 {
            let flow = queue.addFlow()
            while queue.push(0, in: flow, .critical, isStranger: true, at: .milliseconds(0)) {}
        }
        #expect(queue.count == 2048)
        let flow = queue.addFlow()
        let isTaken = queue.push(1, in: flow, .ordinary, at: .milliseconds(0))
        #expect(isTaken)
        while queue.pop() != nil {}
        queue.removeFlows()
        let next = queue.addFlow()
        let isTakenAfterwards = queue.push(
            2, in: next, .ordinary, isStranger: true, at: .milliseconds(0))
        #expect(isTakenAfterwards)
    }

    /// Against a plain list, with random calls, connections and times.
    @Test mutating func nothingIsLostOrDoubled() {
        let flows = (0..<8).map { _ in queue.addFlow() }
        var waiting: Set<Int> = []
        var now = 0
        for element in 0..<20_000 {
            now += Int.random(in: 0...3)
            let flow = flows.randomElement() ?? flows[0]
            let priority = Priority.allCases.randomElement() ?? .bulk
            if queue.push(element, in: flow, priority, at: .milliseconds(now)) {
                waiting.insert(element)
            }
            for _ in 0..<Int.random(in: 0...2) {
                guard let popped = queue.pop() else { continue }
                if Bool.random() { queue.charge(.microseconds(Int64.random(in: 0...3000))) }
                let wasWaiting = waiting.remove(popped) != nil
                #expect(wasWaiting)
            }
            let late = shed(at: .milliseconds(now))
            #expect(waiting.isSuperset(of: late))
            waiting.subtract(late)
            #expect(queue.count == waiting.count)
        }
        let rest = drain()
        #expect(Set(rest) == waiting && rest.count == waiting.count)
    }
}
