import Testing

@testable import Storage

struct BatchQueueTests {
    @Test func theFirstCallsAndTheOthersWaitUntilAllAreTaken() {
        var queue = BatchQueue<Int>(capacity: 10, batchLimit: 2)
        let answers = (1...3).map { queue.enter($0) }
        #expect(
            answers == [
                .call(.init(number: 1)), .wait(.init(number: 2)), .wait(.init(number: 3)),
            ])
        let first = queue.take()
        #expect(first.batch == [1, 2])
        #expect(first.isMore)
        let behind = queue.enter(4)
        #expect(behind == .wait(.init(number: 4)))
        let second = queue.take()
        #expect(second.batch == [3, 4])
        #expect(!second.isMore)
        let next = queue.enter(5)
        #expect(next == .call(.init(number: 5)))
    }

    @Test func aFullLineTakesNobody() {
        var queue = BatchQueue<Int>(capacity: 2, batchLimit: 2)
        let answers = (1...3).map { queue.enter($0) }
        #expect(answers[2] == .full)
    }

    @Test func whoWithdrewIsNotTaken() {
        var queue = BatchQueue<Int>(capacity: 10, batchLimit: 10)
        _ = (1...3).map { queue.enter($0) }
        let withdrawn = [2, 2].map { queue.withdraw(.init(number: $0)) }
        #expect(withdrawn == [2, nil])
        let taken = queue.take()
        #expect(taken.batch == [1, 3])
        let late = queue.withdraw(.init(number: 1))
        #expect(late == nil)
    }

    @Test func whoeverWasCalledComesThoughTheCallerWithdrew() {
        var queue = BatchQueue<Int>(capacity: 10, batchLimit: 10)
        _ = queue.enter(1)
        _ = queue.withdraw(.init(number: 1))
        let second = queue.enter(2)
        #expect(second == .wait(.init(number: 2)))
        let taken = queue.take()
        #expect(taken.batch == [2])
        #expect(!taken.isMore)
    }
}
