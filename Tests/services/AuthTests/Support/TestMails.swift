import RollcallCrypto

@testable import Auth

extension MailOutbox {
    /// Puts a test mail into the outbox.
    func enqueueTest(to address: EmailAddress, locale: String, id: UUIDv7, now: Int64) async throws
    {
        let item = MailItem(
            id: id, kind: .test, account: nil, recipient: address.text, locale: locale)
        try await store.queue(item, now: now)
    }

    /// Has a mail tried again, now.
    func retry(_ id: UUIDv7, now: Int64) async throws -> MailRetry {
        let answer = try await store.retryMail(id, now: now)
        if answer == .done { queue.resume() }
        return answer
    }
}
