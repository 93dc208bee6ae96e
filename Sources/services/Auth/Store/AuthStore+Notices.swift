import RollcallCrypto
import Storage

/// Notices of Profile's, which come again if Profile has not heard the answer.
extension AuthStore {
    /// Remembers a notice, and queues the mail that it is for; nothing if it came before, or the
    /// account is gone.
    ///
    /// - Parameter notice: nil if nothing is to be sent.
    func receive(
        _ id: UUIDv7, for accountID: UUIDv7, _ notice: Notice?, now: Int64
    ) async throws {
        try await write(sending: notice?.mails, by: notice?.permit) { tx, mails in
            // The address may be another than when the mail was made.
            guard let account = try tx.account(accountID),
                try tx.run(Statements.remember, id, now) == 1
            else { return .refunded(()) }
            try tx.queue(mails?.compactMap { $0.addressed(to: account) }, now: now)
            return .spent(())
        }
    }
}

private enum Statements {
    static let remember = Command<UUIDv7, Int64>(
        """
        INSERT INTO receivedNotice (id, receivedAtMs) VALUES ($1, $2)
        ON CONFLICT (id) DO NOTHING
        """)
}
