import Testing

@testable import Storage

struct BatchQueueTests {
    @Test func eachBatchHasACall() {
        var queue = BatchQueue<Int>(capacity: 10, batchLimit: 2)
        let answers = (1...5).map { queue.enter($0) }
        #expect(
            answers == [
                .call(.init(number: 1)), .wait(.init(number: 2)), .call(.init(number: 3)),
                .wait(.init(number: 4)), .call(.init(number: 5)),
            ])
        let batches = (1...4).map { _ in queue.take() }
        #expect(batches == [[1, 2], [3, 4], [5], []])
    }

    @Test func whoComesOnceAllAreTakenCallsAgain() {
        var queue = BatchQueue<Int>(capacity: 10, batchLimit: 2)
        _ = queue.enter(1)
        _ = queue.take()
        let answer = queue.enter(2)
        #expect(answer == .call(.init(number: 2)))
    }

    @Test func aFullLineTakesNobody() {
        var queue = BatchQueue<Int>(capacity: 2, batchLimit: 2)
        let answers = (1...3).map { queue.enter($0) }
        #expect(answers[2] == .refused(.overloaded))
    }

    @Test func whoWithdrewIsNotTaken() {
        var queue = BatchQueue<Int>(capacity: 10, batchLimit: 10)
        _ = (1...3).map { queue.enter($0) }
        let withdrawn = [2, 2].map { queue.withdraw(.init(number: $0)) }
        #expect(withdrawn == [2, nil])
        let batch = queue.take()
        #expect(batch == [1, 3])
        let late = queue.withdraw(.init(number: 1))
        #expect(late == nil)
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
        var queue = BatchQueue<Int>(capacity: 50, batchLimit: 3)
        var (calls, waiting): (Int, [Ticket]) = (0, [])
        for step in 0..<2_000 {
            switch random(4) {
            case 0 where calls > 0:
                calls -= 1
                waiting.removeFirst(queue.take().count)
            case 1 where !waiting.isEmpty:
                let withdrawn = queue.withdraw(waiting.remove(at: random(waiting.count)))
                #expect(withdrawn != nil)
            default:
                switch queue.enter(step) {
                case .call(let ticket):
                    calls += 1
                    waiting.append(ticket)
                case .wait(let ticket): waiting.append(ticket)
                case .refused: #expect(waiting.count == 50)
                }
            }
            #expect(calls * 3 >= waiting.count)
        }
    }
}
