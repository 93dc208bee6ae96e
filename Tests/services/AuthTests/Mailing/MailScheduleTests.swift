import Mail
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct MailScheduleTests {
    private let now = ContinuousClock.now
    private let later = MailFailure(.transient, status: 451, "later")
    private let away = MailFailure(.transient, "away")
    private let id: UUIDv7

    init() throws {
        id = try UUIDv7Generator(clock: { 0 }).next()
    }

    /// The service's, without chance.
    private var steady: MailSchedule {
        var schedule = MailSchedule()
        (schedule.retries.jitter, schedule.silence.jitter) = (0, 0)
        return schedule
    }

    private func verdict(
        _ schedule: inout MailSchedule, _ failure: MailFailure, attempts: Int = 1,
        to recipient: String = "ann@example.org", expiresAtMs: Int64 = .max,
        after: Duration = .zero
    ) -> MailSchedule.Verdict {
        let mail = QueuedMail(
            id: id, kind: .test, account: nil,
            recipient: recipient, locale: "en", variables: [:], challenge: nil, state: .pending,
            attempts: attempts - 1, dueAtMs: 0, createdAtMs: 0, expiresAtMs: expiresAtMs,
            endedAtMs: nil, lastError: "")
        return schedule.wasRefused(failure, of: mail, nowMs: 0, now: now + after)
    }

    @Test func aMailIsTriedLaterEachTimeUpToALimit() {
        var schedule = steady
        let dues = [1, 2, 3, 4, 20, 1_000_000].map {
            verdict(&schedule, later, attempts: $0)
        }
        let expected: [Int64] = [5_000, 10_000, 20_000, 40_000, 1_800_000, 1_800_000]
        #expect(dues == expected.map { .retry(dueAtMs: $0) })
    }

    @Test func aMailIsGivenUpWhenItWouldBeTooLate() {
        var schedule = steady
        #expect(verdict(&schedule, later, expiresAtMs: 5_001) == .retry(dueAtMs: 5_000))
        #expect(verdict(&schedule, later, expiresAtMs: 5_000) == .giveUp)
        #expect(verdict(&schedule, MailFailure(.permanent, "no")) == .giveUp)
    }

    @Test func aRefusalHoldsUpItsOwnMailAndSilenceHoldsUpAll() {
        var schedule = steady
        _ = verdict(&schedule, later)
        #expect(schedule.pause(now: now) == nil)
        var pauses: [Duration?] = []
        for _ in 0..<8 {
            _ = verdict(&schedule, away)
            pauses.append(schedule.pause(now: now))
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        #expect(schedule.pause(now: now + .seconds(60)) == nil)
        schedule.wasSent(atMs: 0)
        #expect(schedule.pause(now: now) == nil)
        _ = verdict(&schedule, MailFailure(.configuration, status: 535, "login"))
        #expect(schedule.pause(now: now) == .seconds(1))
    }

    @Test func aDoubtfulRefusalEndsAMailOnlyIfTheServerTakesOthers() {
        let doubtful = MailFailure(.doubtful, status: 550, reason: "550", "550 no")
        var schedule = steady
        for attempts in [1, 2, 3, 100] {
            #expect(verdict(&schedule, doubtful, attempts: attempts) != .giveUp)
        }
        schedule.wasSent(atMs: 1)
        #expect(verdict(&schedule, doubtful, attempts: 2) != .giveUp)
        #expect(verdict(&schedule, doubtful, attempts: 3) == .giveUp)
    }

    @Test func onlySeveralRecipientsInARowAreATroubleOfAllMail() {
        let doubtful = MailFailure(.doubtful, status: 550, reason: "550", "550 no")
        var schedule = steady
        for recipient in ["a@b.c", "a@b.c", "d@b.c", "a@b.c"] {
            _ = verdict(&schedule, doubtful, to: recipient)
        }
        #expect(schedule.pause(now: now) == nil)
        _ = verdict(&schedule, doubtful, to: "e@b.c")
        #expect(schedule.pause(now: now) == .seconds(1))
        #expect(schedule.trouble(now: now + .seconds(179)) == nil)
        #expect(schedule.trouble(now: now + .seconds(180)) == "no mail can be sent: 550")
        schedule.wasSent(atMs: 0)
        #expect(schedule.trouble(now: now + .seconds(180)) == nil)
    }

    @Test func aTroubleLastsFromTheFirstFailureUntilTheServerTakesMail() {
        let login = MailFailure(.configuration, status: 535, reason: "AUTH 535", "login")
        var schedule = steady
        _ = verdict(&schedule, away)
        _ = verdict(&schedule, login, after: .seconds(100))
        #expect(schedule.trouble(now: now + .seconds(180)) == "no mail can be sent: AUTH 535")
        // A mail that this service itself cannot write says nothing of the server.
        _ = verdict(&schedule, MailFailure(.permanent, "no address"))
        #expect(schedule.trouble(now: now + .seconds(180)) != nil)
        _ = verdict(&schedule, MailFailure(.permanent, status: 550, "nobody"))
        #expect(schedule.trouble(now: now + .seconds(180)) == nil)
    }
}
