import Testing

@testable import Storage

struct CommitQueueTests {
    @Test func theFirstLeadsAndTheOthersFollowUntilNobodyWaits() {
        var queue = CommitQueue<Int>(capacity: 10, groupLimit: 2)
        let answers = (1...3).map { queue.enter($0) }
        #expect(
            answers == [
                .lead(.init(number: 1)), .follow(.init(number: 2)), .follow(.init(number: 3)),
            ])
        let groups = (1...3).map { _ in queue.take() }
        #expect(groups == [[1, 2], [3], []])
        let next = queue.enter(4)
        #expect(next == .lead(.init(number: 4)))
    }

    @Test func whoComesWhileALastGroupCommitsFollows() {
        var queue = CommitQueue<Int>(capacity: 10, groupLimit: 2)
        _ = queue.enter(1)
        _ = queue.take()
        let answer = queue.enter(2)
        #expect(answer == .follow(.init(number: 2)))
    }

    @Test func aFullLineTakesNobody() {
        var queue = CommitQueue<Int>(capacity: 2, groupLimit: 2)
        let answers = (1...3).map { queue.enter($0) }
        #expect(answers[2] == .full)
    }

    @Test func whoWithdrewIsNotTaken() {
        var queue = CommitQueue<Int>(capacity: 10, groupLimit: 10)
        _ = (1...3).map { queue.enter($0) }
        let withdrawn = [2, 2].map { queue.withdraw(.init(number: $0)) }
        #expect(withdrawn == [2, nil])
        let group = queue.take()
        #expect(group == [1, 3])
        let late = queue.withdraw(.init(number: 1))
        #expect(late == nil)
    }

    @Test func aLeaderWhoWithdrewStillLeavesALeaderBehind() {
        var queue = CommitQueue<Int>(capacity: 10, groupLimit: 10)
        _ = queue.enter(1)
        _ = queue.withdraw(.init(number: 1))
        let second = queue.enter(2)
        #expect(second == .follow(.init(number: 2)))
        let group = queue.take()
        #expect(group == [2])
    }
}
