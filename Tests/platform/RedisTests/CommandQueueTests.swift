import Testing

@testable import Redis

struct CommandQueueTests {
    @Test func theFirstRankGoesFirstAndEachInItsOrder() {
        var queue = CommandQueue<Int>(limit: 10)
        for number in 0..<6 { _ = queue.enter(number, number % 2 == 0 ? .rest : .first) }
        let four = queue.take(4)
        #expect(four == [1, 3, 5, 0])
        _ = queue.enter(7, .first)
        let rest = queue.take(9)
        #expect(rest == [7, 2, 4])
        #expect(queue.isEmpty)
    }

    @Test func eachRankHasItsOwnLimit() {
        var queue = CommandQueue<Int>(limit: 2)
        let taken = [1, 2, 3].map { queue.enter($0, .rest) }
        let takenFirst = [4, 5, 6].map { queue.enter($0, .first) }
        #expect(taken == [true, true, false] && takenFirst == [true, true, false])
        let one = queue.take(1)
        #expect(one == [4])
        let isTaken = queue.enter(6, .first)
        #expect(isTaken)
        #expect(queue.count == 4)
    }

    @Test func whatHasWaitedForTooLongIsTakenOut() {
        var queue = CommandQueue<Int>(limit: 100)
        for number in 0..<10 { _ = queue.enter(number, number < 5 ? .first : .rest) }
        let expired = queue.takeExpired { $0 < 2 || $0 == 5 }
        #expect(expired == [0, 1, 5])
        let rest = queue.take(.max)
        #expect(rest == [2, 3, 4, 6, 7, 8, 9])
    }
}
