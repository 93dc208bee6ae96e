import RollcallCrypto
import Testing

@testable import Auth

@Suite struct OutboxScheduleTests {
    @Test func pausesDoubleUpToTheLimit() {
        let backoff = Backoff()
        var last = Duration.zero
        for failures in 1...100 {
            let longest = backoff.pause(afterFailures: failures, chance: 0)
            #expect(longest >= last && longest <= backoff.limit)
            #expect(backoff.pause(afterFailures: failures, chance: 1) == longest / 2)
            last = longest
        }
        #expect(backoff.pause(afterFailures: 1, chance: 0) == backoff.first)
        #expect(last == backoff.limit)
    }

    @Test func anItemThatIsRefusedHoldsUpItselfAlone() {
        var schedule = OutboxSchedule(backoff: Backoff())
        let now = ContinuousClock.now
        schedule.wasRefused(1, now: now, chance: 0)
        #expect(!schedule.isDue(1, now: now))
        #expect(schedule.isDue(2, now: now))
        #expect(schedule.pause(now: now) == .milliseconds(100))
        #expect(schedule.isDue(1, now: now + .milliseconds(100)))
        schedule.delivered(1)
        #expect(schedule.pause(now: now) == nil)
    }

    @Test func anAnswerEndsTheSilence() {
        var schedule = OutboxSchedule(backoff: Backoff())
        #expect(schedule.nobodyAnswered(chance: 0) == .milliseconds(100))
        #expect(schedule.nobodyAnswered(chance: 0) == .milliseconds(200))
        schedule.delivered(1)
        #expect(schedule.nobodyAnswered(chance: 0) == .milliseconds(100))
    }

    @Test func chanceIsLessThanOne() throws {
        #expect(try RandomSource { Array(repeating: 0xFF, count: $0) }.chance() < 1)
        #expect(try RandomSource { Array(repeating: 0, count: $0) }.chance() == 0)
    }
}
