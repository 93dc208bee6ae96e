import Mail
import RollcallBasics

/// What becomes of mails that could not be sent: a value.
///
/// Each mail is tried again later and later, until it has expired. A server that does not answer, or
/// that takes nothing from us, holds up all of them, so that it is not asked once for each.
struct MailSchedule {
    typealias Instant = ContinuousClock.Instant

    /// Between two tries of one mail.
    static let retries = Backoff(first: .seconds(5), limit: .seconds(1800))
    /// Between two tries of any, when nobody answers.
    static let silence = Backoff(first: .seconds(1), limit: .seconds(60))

    enum Verdict: Equatable {
        /// Due at this time: milliseconds since 1970.
        case retry(dueAtMs: Int64)
        case giveUp
    }

    let retries: Backoff
    let silence: Backoff
    private var silences = 0
    private var heldUpUntil: Instant?

    init(retries: Backoff = Self.retries, silence: Backoff = Self.silence) {
        self.retries = retries
        self.silence = silence
    }

    /// How long nothing is to be tried; `nil` when mails may go.
    func pause(now: Instant) -> Duration? {
        guard let heldUpUntil, heldUpUntil > now else { return nil }
        return now.duration(to: heldUpUntil)
    }

    mutating func wasSent() {
        silences = 0
        heldUpUntil = nil
    }

    /// Lets nothing go for a while, and for longer each time in a row.
    mutating func holdUp(now: Instant, chance: Double = 0) {
        silences += 1
        heldUpUntil = now + silence.pause(afterFailures: silences, chance: chance)
    }

    /// - Parameters:
    ///   - attempts: with this one.
    ///   - nowMs: as `expiresAtMs`, milliseconds since 1970.
    ///   - chance: from 0 up to 1.
    mutating func wasRefused(
        _ failure: MailFailure, attempts: Int, expiresAtMs: Int64, nowMs: Int64, now: Instant,
        chance: Double
    ) -> Verdict {
        if failure.isAboutAllMails {
            holdUp(now: now, chance: chance)
        } else {
            wasSent()
        }
        guard failure.kind != .permanent else { return .giveUp }
        let pause = retries.pause(afterFailures: attempts, chance: chance)
        let due = nowMs + max(pause.wholeMilliseconds, 1)
        return due < expiresAtMs ? .retry(dueAtMs: due) : .giveUp
    }
}

extension MailFailure {
    fileprivate var isAboutAllMails: Bool {
        kind == .configuration || (kind == .transient && status == nil)
    }
}
