import RollcallBasics
import Storage

extension AuthStore {
    /// Corrects the codes, held addresses, deliveries and mails that were stored while the clock
    /// was ahead of `now`. They get the times that they would have if they were stored now.
    ///
    /// Sessions stay as they are. A clock that was ahead cannot be told from one that is behind
    /// now. If the latter is corrected, all sessions in use would end. A session from a clock that
    /// was ahead lives longer by that time, until it is ended.
    func bringForward(to now: Int64) async throws {
        let latestReservation = now + ChallengePurpose.undoAddress.lifetime.wholeMilliseconds
        let retries = MailSchedule.retries
        let latestRetry = now + (retries.maximum * (1 + retries.jitter)).wholeMilliseconds
        // Later than an outbox waits, and than another instance claims a row for, whose clock is
        // some seconds ahead.
        let latestDelivery = now + 120_000
        try await write { tx in
            try tx.run(Statements.outbox, now, latestDelivery)
            try tx.run(Statements.challenges, now)
            try tx.run(Statements.reservations, latestReservation)
            try tx.run(Statements.mail, now, latestRetry, latestDelivery)
        }
    }
}

private enum Statements {
    static let challenges = Command<Int64>(
        """
        UPDATE challenge SET expiresAtMs = expiresAtMs - createdAtMs + $1, createdAtMs = $1
        WHERE createdAtMs > $1
        """)

    static let reservations = Command<Int64>(
        "UPDATE reservedAddress SET untilMs = $1 WHERE untilMs > $1")

    static let outbox = Command<Int64, Int64>(
        "UPDATE outbox SET dueAtMs = $1 WHERE dueAtMs > $2")

    static let mail = Command<Int64, Int64, Int64>(
        """
        UPDATE mail SET
            dueAtMs =
                CASE WHEN dueAtMs > $1 AND (claimedBy IS NULL OR dueAtMs > $3) THEN $1
                ELSE dueAtMs END,
            expiresAtMs =
                CASE WHEN createdAtMs > $1 THEN expiresAtMs - (createdAtMs - $1) ELSE expiresAtMs END,
            createdAtMs = CASE WHEN createdAtMs > $1 THEN $1 ELSE createdAtMs END
        WHERE state = 'pending' AND (createdAtMs > $1 OR dueAtMs > $2)
        """)
}
