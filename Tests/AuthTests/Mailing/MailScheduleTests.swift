import Mail
import Testing

@testable import Auth

@Suite struct MailScheduleTests {
    private let now = ContinuousClock.now
    private let later = MailFailure(.transient, status: 451, "later")
    private let away = MailFailure(.transient, "away")

    private func verdict(
        _ schedule: inout MailSchedule, _ failure: MailFailure, attempts: Int = 1,
        expiresAtMs: Int64 = .max, chance: Double = 0
    ) -> MailSchedule.Verdict {
        schedule.wasRefused(
            failure, attempts: attempts, expiresAtMs: expiresAtMs, nowMs: 0, now: now,
            chance: chance)
    }

    @Test func aMailIsTriedLaterEachTimeUpToALimit() {
        var schedule = MailSchedule()
        let dues = [1, 2, 3, 4, 20, 1_000_000].map {
            verdict(&schedule, later, attempts: $0)
        }
        let expected: [Int64] = [5_000, 10_000, 20_000, 40_000, 1_800_000, 1_800_000]
        #expect(dues == expected.map { .retry(dueAtMs: $0) })
        #expect(verdict(&schedule, later, chance: 0.5) == .retry(dueAtMs: 3_750))
    }

    @Test func aMailIsGivenUpWhenItWouldBeTooLate() {
        var schedule = MailSchedule()
        #expect(verdict(&schedule, later, expiresAtMs: 5_001) == .retry(dueAtMs: 5_000))
        #expect(verdict(&schedule, later, expiresAtMs: 5_000) == .giveUp)
        #expect(verdict(&schedule, MailFailure(.permanent, "no")) == .giveUp)
    }

    @Test func aRefusalHoldsUpItsOwnMailAndSilenceHoldsUpAll() {
        var schedule = MailSchedule()
        _ = verdict(&schedule, later)
        #expect(schedule.pause(now: now) == nil)
        var pauses: [Duration?] = []
        for _ in 0..<8 {
            _ = verdict(&schedule, away)
            pauses.append(schedule.pause(now: now))
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        #expect(schedule.pause(now: now + .seconds(60)) == nil)
        schedule.wasSent()
        #expect(schedule.pause(now: now) == nil)
        _ = verdict(&schedule, MailFailure(.configuration, status: 535, "login"))
        #expect(schedule.pause(now: now) == .seconds(1))
    }
}
