import RollcallRPC
import Testing

@testable import Auth

@Suite struct OutboxScheduleTests {
    private let backoff = Backoff(
        initial: .milliseconds(100), multiplier: 2, maximum: .seconds(15), jitter: 0)

    @Test func anItemThatIsRefusedHoldsUpItselfAlone() {
        var schedule = OutboxSchedule(backoff: backoff)
        let now = ContinuousClock.now
        schedule.wasRefused(1, now: now)
        #expect(!schedule.isDue(1, now: now))
        #expect(schedule.isDue(2, now: now))
        #expect(schedule.pause(now: now) == .milliseconds(100))
        #expect(schedule.isDue(1, now: now + .milliseconds(100)))
        schedule.delivered(1)
        #expect(schedule.pause(now: now) == nil)
    }

    @Test func anAnswerEndsTheSilence() {
        var schedule = OutboxSchedule(backoff: backoff)
        #expect(schedule.nobodyAnswered() == .milliseconds(100))
        #expect(schedule.nobodyAnswered() == .milliseconds(200))
        schedule.delivered(1)
        #expect(schedule.nobodyAnswered() == .milliseconds(100))
    }
}
