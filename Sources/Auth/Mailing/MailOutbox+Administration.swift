import Mail
import RollcallCrypto

/// What an operator does with the outbox.
extension MailOutbox {
    /// Puts a test mail into the outbox.
    ///
    /// - Parameters:
    ///   - id: a new one.
    ///   - now: milliseconds since 1970.
    func enqueueTest(to address: EmailAddress, locale: String, id: UUIDv7, now: Int64) async throws
    {
        let item = MailItem(
            id: id, kind: .test, account: nil, recipient: address.text, locale: locale)
        try await store.queue(item, now: now)
    }

    /// Has a mail tried again, now.
    func retry(_ id: UUIDv7, now: Int64) async throws -> MailRetry {
        let answer = try await store.retryMail(id, now: now)
        if answer == .done { wake() }
        return answer
    }

    /// The mails in the spool after the one of a file's name, oldest first; none where a server
    /// takes them.
    func spooled(after name: String, limit: Int) async throws(MailFailure) -> [SpoolSender
        .SpooledMail]
    {
        guard let spool = renderer.delivery.spool else { return [] }
        return try await spool.mails(after: name, limit: limit)
    }
}

/// What became of an operator's wish to have a mail tried again.
enum MailRetry: Equatable {
    case done
    case unknown
    /// It was sent.
    case alreadySent
    /// Its code or link has expired: a new one must be asked for.
    case tooLate
}
