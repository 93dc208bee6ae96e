import Testing

@testable import Storage

struct BatchQueueTests {
    private let now = ContinuousClock.now

    private func line(of capacity: Int, in batchLimit: Int) -> BatchQueue<Int> {
        BatchQueue(capacity: capacity, batchLimit: batchLimit, targetWait: .seconds(1))
    }

    @Test func eachBatchHasACall() {
        var queue = line(of: 10, in: 2)
        let answers = (1...5).map { queue.enter($0, at: now) }
        #expect(
            answers == [
                .call(.init(number: 1)), .wait(.init(number: 2)), .call(.init(number: 3)),
                .wait(.init(number: 4)), .call(.init(number: 5)),
            ])
        let batches = (1...4).map { _ in queue.take(at: now).batch }
        #expect(batches == [[1, 2], [3, 4], [5], []])
    }

    @Test func whoComesOnceAllAreTakenCallsAgain() {
        var queue = line(of: 10, in: 2)
        _ = queue.enter(1, at: now)
        _ = queue.take(at: now).batch
        let answer = queue.enter(2, at: now)
        #expect(answer == .call(.init(number: 2)))
    }

    @Test func aFullLineTakesNobody() {
        var queue = line(of: 2, in: 2)
        let answers = (1...3).map { queue.enter($0, at: now) }
        #expect(answers[2] == .refused(.overloaded))
    }

    @Test func whoWithdrewIsNotTaken() {
        var queue = line(of: 10, in: 10)
        _ = (1...3).map { queue.enter($0, at: now) }
        let withdrawn = [2, 2].map { queue.withdraw(.init(number: $0)) }
        #expect(withdrawn == [2, nil])
        let batch = queue.take(at: now).batch
        #expect(batch == [1, 3])
        let late = queue.withdraw(.init(number: 1))
        #expect(late == nil)
    }

    @Test func thoseThatHaveWaitedForTooLongMakeRoomInTheBatch() {
        var queue = line(of: 10, in: 2)
        // The first two begin the interval, in which those that are late are served.
        for (item, wait) in [4.0, 4, 3, 3, 3, 0.5, 0.4, 0.3].enumerated() {
            _ = queue.enter(item, at: now - .seconds(wait))
        }
        let first = queue.take(at: now)
        let second = queue.take(at: now + .milliseconds(500))
        let third = queue.take(at: now + .milliseconds(500))
        #expect(first.batch == [0, 1] && first.late == [])
        #expect(second.batch == [5, 6] && second.late == [2, 3, 4])
        #expect(third.batch == [7] && third.late == [])
    }

    @Test func smallerBatchesWantMoreCalls() {
        var queue = line(of: 10, in: 4)
        _ = (1...6).map { queue.enter($0, at: now) }
        let missing = [4, 2, 8, 1].map { queue.setBatchLimit($0) }
        #expect(missing == [0, 1, 0, 3])
        let batches = (1...7).map { _ in queue.take(at: now).batch }
        #expect(batches == [[1], [2], [3], [4], [5], [6], []])
    }

    /// Whatever comes, goes and is taken: nobody waits without a call under way.
    @Test(arguments: 1...20)
    func nobodyWaitsUncalled(seed: UInt64) {
        var state = seed
        /// Knuth's linear congruential generator.
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        var queue = line(of: 50, in: 3)
        var (calls, waiting): (Int, [Ticket]) = (0, [])
        for step in 0..<2_000 {
            switch random(5) {
            case 0: calls += queue.setBatchLimit(1 + random(4))
            case 1 where calls > 0:
                calls -= 1
                waiting.removeFirst(queue.take(at: now).batch.count)
            case 2 where !waiting.isEmpty:
                let withdrawn = queue.withdraw(waiting.remove(at: random(waiting.count)))
                #expect(withdrawn != nil)
            default:
                switch queue.enter(step, at: now) {
                case .call(let ticket):
                    calls += 1
                    waiting.append(ticket)
                case .wait(let ticket): waiting.append(ticket)
                case .refused: #expect(waiting.count == 50)
                }
            }
            #expect(calls * queue.batchLimit >= waiting.count)
        }
    }
}
