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
        schedule.retries.jitter = 0
        return schedule
    }

    private enum Verdict: Equatable {
        case retry(dueAtMs: Int64)
        case giveUp
    }

    private func verdict(
        _ schedule: inout MailSchedule, _ failure: MailFailure, attempts: Int = 1,
        expiresAtMs: Int64 = .max, after: Duration = .zero
    ) -> Verdict {
        let (end, _) = refuse(
            &schedule, failure, attempts: attempts, expiresAtMs: expiresAtMs, after: after)
        return if case .retry(let due, _) = end { .retry(dueAtMs: due) } else { .giveUp }
    }

    private func concern(
        _ schedule: inout MailSchedule, _ failure: MailFailure,
        to recipient: String = "ann@example.org"
    ) -> MailSchedule.Concern? {
        refuse(&schedule, failure, to: recipient).1
    }

    private func refuse(
        _ schedule: inout MailSchedule, _ failure: MailFailure, attempts: Int = 1,
        to recipient: String = "ann@example.org", expiresAtMs: Int64 = .max,
        after: Duration = .zero
    ) -> (MailEnd, MailSchedule.Concern?) {
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

    @Test func aRefusalConcernsItsOwnMailAndSilenceAll() {
        var schedule = steady
        #expect(concern(&schedule, later) == .thisMail)
        let login = MailFailure(.configuration, status: 535, "login")
        for failure in [away, login] {
            #expect(concern(&schedule, failure) == .allMail)
        }
        #expect(concern(&schedule, MailFailure(.permanent, "no address")) == nil)
        let pauses = (1...8).map { number in
            var silence = MailSchedule.silence
            silence.jitter = 0
            return silence.pause(after: number)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
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
            #expect(concern(&schedule, doubtful, to: recipient) == .thisMail)
        }
        #expect(concern(&schedule, doubtful, to: "e@b.c") == .allMail)
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
