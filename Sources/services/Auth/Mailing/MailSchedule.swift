import Mail
import RollcallBasics
import RollcallRPC

/// Decides what becomes of mails that could not be sent, as a value.
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

    /// What the end of an attempt says of the server.
    enum Concern: Equatable {
        /// That no mail can be sent at present.
        case allMail
        /// That it answers.
        case thisMail
    }

    var retries = Self.retries
    var silence = Self.silence
    /// How long all mail fails before that is a trouble of the service.
    var patience = Duration.seconds(180)
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

    /// - Parameter time: milliseconds since 1970.
    mutating func wasSent(atMs time: Int64) {
        lastSentAtMs = time
        refusedRecipients = []
        fault = nil
    }

    /// - Parameters:
    ///   - mail: as it was before this attempt.
    ///   - nowMs: milliseconds since 1970.
    mutating func wasRefused(
        _ failure: MailFailure, of mail: QueuedMail, nowMs: Int64, now: Instant
    ) -> (MailEnd, Concern?) {
        var concern: Concern?
        if failure.concernsAllMail || isOneOfMany(failure, mail.recipient) {
            fault = (fault?.since ?? now, failure.reason)
            concern = .allMail
        } else if failure.status != nil {
            fault = nil
            concern = .thisMail
        }
        return (end(of: mail, failure, nowMs: nowMs), concern)
    }

    private func end(of mail: QueuedMail, _ failure: MailFailure, nowMs: Int64) -> MailEnd {
        let attempts = mail.attempts + 1
        // A refusal that does not say so is for the recipient, as the server took a mail to another
        // since.
        let isItsOwn =
            failure.kind == .doubtful && attempts >= Self.doubtfulAttempts
            && lastSentAtMs ?? .min > mail.createdAtMs
        let due = nowMs + max(retries.pause(after: attempts).wholeMilliseconds, 1)
        guard failure.kind != .permanent, !isItsOwn, due < mail.expiresAtMs else {
            return .dead(atMs: nowMs, failure.text)
        }
        return .retry(dueAtMs: due, failure.text)
    }

    /// Whether several recipients were refused in a row, none of them with words of its own.
    private mutating func isOneOfMany(_ failure: MailFailure, _ recipient: String) -> Bool {
        guard failure.kind != .permanent else { return false }
        if refusedRecipients.count < Self.suspicious { refusedRecipients.insert(recipient) }
        return refusedRecipients.count == Self.suspicious
    }
}
