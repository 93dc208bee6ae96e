import Testing

@testable import Storage

struct CheckpointScheduleTests {
    private let mebibyte = 1 << 20

    @Test func anIdleStoreEmptiesASmallerJournalThanABusyOne() {
        var schedule = CheckpointSchedule()
        let actions = [
            schedule.action(journal: 3 * mebibyte, isIdle: true),
            schedule.action(journal: 5 * mebibyte, isIdle: false),
            schedule.action(journal: 5 * mebibyte, isIdle: true),
            schedule.action(journal: 17 * mebibyte, isIdle: false),
        ]
        #expect(actions == [nil, nil, .passive, .passive])
    }

    @Test func aCheckpointThatAReaderHeldBackIsNotTriedAtEachCommit() {
        var schedule = CheckpointSchedule()
        let actions = [20, 20, 23, 24, 27, 28].map {
            schedule.action(journal: $0 * mebibyte, isIdle: false)
        }
        #expect(actions == [.passive, nil, nil, .passive, nil, .passive])
    }

    @Test func aJournalThatBeganAnewCountsFromTheStart() {
        var schedule = CheckpointSchedule()
        let actions = [20, 1, 16].map { schedule.action(journal: $0 * mebibyte, isIdle: false) }
        #expect(actions == [.passive, nil, .passive])
    }

    @Test func atTheLimitItIsEmptiedEachTime() {
        var schedule = CheckpointSchedule()
        let actions = [64, 64, 70].map { schedule.action(journal: $0 * mebibyte, isIdle: false) }
        #expect(actions == [.truncate, .truncate, .truncate])
    }
}
