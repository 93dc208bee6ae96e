import Mail
import RollcallBasics
import RollcallRPC

/// Schedules the attempts for mails that could not be sent, as a value.
///
/// Each mail is retried after growing pauses until it expires. If the server does not answer, or
/// refuses all mail, all mails wait, so that the server is not asked for each. Only a refusal of
/// its own recipient ends a mail earlier.
struct MailSchedule {
    typealias Instant = ContinuousClock.Instant

    /// The pauses between attempts for one mail.
    static let retries = Backoff(
        initial: .seconds(5), multiplier: 2, maximum: .seconds(1800))
    /// The pauses between attempts for any mail while the server does not answer.
    static let silence = Backoff(
        initial: .seconds(1), multiplier: 2, maximum: .seconds(60))

    /// How many recipients are refused in a row before that is a fault of all mail.
    static let suspicious = 3
    /// After how many doubtful refusals a mail is given up, if the server takes others.
    static let doubtfulAttempts = 3

    enum Verdict: Equatable {
        /// The next attempt is due at this time: milliseconds since 1970.
        case retry(dueAtMs: Int64)
        case giveUp
    }

    var retries = Self.retries
    var silence = Self.silence
    /// How long all mail fails before that is a trouble of the service.
    var patience = Duration.seconds(180)
    private var silences = 0
    private var heldUpUntil: Instant?
    /// The recipients that were refused since a mail was sent, up to `suspicious`.
    private var refusedRecipients: Set<String> = []
    private var fault: (since: Instant, reason: String)?
    /// In milliseconds since 1970.
    private var lastSentAtMs: Int64?

    /// Why no mail can be sent, once that has lasted; nil if mail can be sent.
    func trouble(now: Instant) -> String? {
        guard let fault, fault.since.duration(to: now) >= patience else { return nil }
        return "no mail can be sent: \(fault.reason)"
    }

    /// How long no attempt may be made; `nil` if mails may be sent.
    func pause(now: Instant) -> Duration? {
        guard let heldUpUntil, heldUpUntil > now else { return nil }
        return now.duration(to: heldUpUntil)
    }

    /// - Parameter time: milliseconds since 1970.
    mutating func wasSent(atMs time: Int64) {
        lastSentAtMs = time
        refusedRecipients = []
        (silences, heldUpUntil, fault) = (0, nil, nil)
    }

    /// Makes all mails wait for a while, longer each time in a row.
    mutating func holdUp(now: Instant) {
        silences += 1
        heldUpUntil = now + silence.pause(after: silences)
    }

    /// - Parameters:
    ///   - mail: as it was before this attempt.
    ///   - nowMs: milliseconds since 1970.
    mutating func wasRefused(
        _ failure: MailFailure, of mail: QueuedMail, nowMs: Int64, now: Instant
    ) -> Verdict {
        if failure.concernsAllMail || isOneOfMany(failure, mail.recipient) {
            holdUp(now: now)
            fault = (fault?.since ?? now, failure.reason)
        } else if failure.status != nil {
            (silences, heldUpUntil, fault) = (0, nil, nil)
        }
        let attempts = mail.attempts + 1
        // A refusal that does not say so is for the recipient, as the server took a mail to another
        // since.
        let isItsOwn =
            failure.kind == .doubtful && attempts >= Self.doubtfulAttempts
            && lastSentAtMs ?? .min > mail.createdAtMs
        guard failure.kind != .permanent, !isItsOwn else { return .giveUp }
        let pause = retries.pause(after: attempts)
        let due = nowMs + max(pause.wholeMilliseconds, 1)
        return due < mail.expiresAtMs ? .retry(dueAtMs: due) : .giveUp
    }

    /// Whether several recipients were refused in a row, none of them with words of its own.
    private mutating func isOneOfMany(_ failure: MailFailure, _ recipient: String) -> Bool {
        guard failure.kind != .permanent else { return false }
        if refusedRecipients.count < Self.suspicious { refusedRecipients.insert(recipient) }
        return refusedRecipients.count == Self.suspicious
    }
}
