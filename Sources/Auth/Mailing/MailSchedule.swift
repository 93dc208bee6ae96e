import Mail
import RollcallBasics

/// Schedules the attempts for mails that could not be sent, as a value.
///
/// Each mail is retried after growing pauses until it expires. If the server does not answer, or refuses
/// all mail, all mails wait, so that the server is not asked for each.
struct MailSchedule {
    typealias Instant = ContinuousClock.Instant

    /// The pauses between attempts for one mail.
    static let retries = Backoff(first: .seconds(5), limit: .seconds(1800))
    /// The pauses between attempts for any mail while the server does not answer.
    static let silence = Backoff(first: .seconds(1), limit: .seconds(60))

    enum Verdict: Equatable {
        /// The next attempt is due at this time: milliseconds since 1970.
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

    /// How long no attempt may be made; `nil` if mails may be sent.
    func pause(now: Instant) -> Duration? {
        guard let heldUpUntil, heldUpUntil > now else { return nil }
        return now.duration(to: heldUpUntil)
    }

    mutating func wasSent() {
        silences = 0
        heldUpUntil = nil
    }

    /// Makes all mails wait for a while, longer each time in a row.
    mutating func holdUp(now: Instant, chance: Double = 0) {
        silences += 1
        heldUpUntil = now + silence.pause(afterFailures: silences, chance: chance)
    }

    /// - Parameters:
    ///   - attempts: including this one.
    ///   - nowMs: like `expiresAtMs`, milliseconds since 1970.
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
