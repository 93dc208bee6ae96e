import MessageJSON
import RollcallBasics
import RollcallCrypto
import Storage

extension AuthTransaction {
    func queue(_ mails: [MailItem]?, now: Int64) throws {
        for mail in mails ?? [] { try queue(mail, now: now) }
    }

    /// Puts a mail into the outbox. The transaction is the one of the event that the mail reports:
    /// the mail is sent if, and only if, the event is committed. `MailOutbox` notices the commit by
    /// itself.
    ///
    /// - Parameter now: milliseconds since 1970.
    func queue(_ mail: MailItem, now: Int64) throws {
        let names = mail.variables.map { ($0.key.rawValue, JSON.string($0.value)) }
        let variables = JSON.object(Dictionary(uniqueKeysWithValues: names)).line()
        try submit(
            Statements.queue, mail.id, mail.kind, mail.account, mail.recipient, mail.locale,
            variables, mail.challenge, now,
            mail.expiresAtMs ?? now + MailItem.lifetime.wholeMilliseconds)
        tell(.mailQueued)
    }
}

/// How an attempt to send a mail ended. Times are milliseconds since 1970.
enum MailEnd: Equatable {
    case sent(atMs: Int64)
    case retry(dueAtMs: Int64, String)
    case dead(atMs: Int64, String)
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

extension AuthStore {
    /// Puts a mail into the outbox, in a transaction of its own.
    ///
    /// - Parameter now: milliseconds since 1970.
    func queue(_ mail: MailItem, now: Int64) async throws {
        try await write { try $0.queue(mail, now: now) }
    }

    /// The mails in a state, the newest first.
    ///
    /// - Parameters:
    ///   - id: only mails older than this one are returned; `nil` for the first page.
    ///   - limit: the most mails to return.
    func mail(
        _ state: QueuedMail.State, before id: UUIDv7?, limit: Int
    ) async throws -> [QueuedMail] {
        let end = id?.bytes ?? Array(repeating: 0xff, count: UUIDv7.byteCount)
        return try await all(Statements.page, state, end, limit)
    }

    /// Makes a mail due now, even if it was given up. A mail without a challenge gets a new
    /// deadline.
    func retryMail(_ id: UUIDv7, now: Int64) async throws -> MailRetry {
        try await write { tx in
            guard let mail = try tx.first(Statements.mail, id) else { return .unknown }
            guard mail.state != .sent else { return .alreadySent }
            guard mail.challenge == nil || mail.expiresAtMs > now else { return .tooLate }
            let fresh = now + MailItem.lifetime.wholeMilliseconds
            let expiry = mail.challenge == nil ? max(mail.expiresAtMs, fresh) : mail.expiresAtMs
            try tx.run(Statements.retry, now, expiry, id)
            return .done
        }
    }

    /// Removes a mail. If it waits, it is not sent.
    ///
    /// - Returns: whether there was one.
    func dropMail(_ id: UUIDv7) async throws -> Bool {
        try await write { try $0.run(Statements.drop, id) == 1 }
    }

    /// How many mails wait, and since when the oldest does: milliseconds since 1970.
    func waitingMail() async throws -> (count: Int, oldest: Int64?) {
        try await first(Statements.waiting) ?? (0, nil)
    }

    /// Records how an attempt ended. Does nothing if the mail was dropped meanwhile. A mail about a
    /// deleted account is deleted once it was sent.
    ///
    /// - Parameter instance: whose attempt it was. If another has claimed the mail since, only that
    ///   it was sent counts.
    func record(_ end: MailEnd, of id: UUIDv7, by instance: Int64?) async throws {
        let (state, due, ended, error): (QueuedMail.State, Int64?, Int64?, String) =
            switch end {
            case .sent(let time): (.sent, nil, time, "")
            case .retry(let due, let error): (.pending, due, nil, error)
            case .dead(let time, let error): (.dead, nil, time, error)
            }
        // The column limits code points. PostgreSQL refuses NUL in a text.
        let scalars = error.unicodeScalars.filter { $0 != "\0" }.prefix(500)
        let reason = String(String.UnicodeScalarView(scalars))
        try await write { tx in
            try tx.run(Statements.record, state, due, ended, reason, id, instance)
            guard state == .sent else { return }
            try tx.run(Statements.dropKind, id, .accountDeleted)
        }
    }
}

private enum Statements {
    static let queue = Command<
        UUIDv7, MailKind, UUIDv7?, String, String, String, UUIDv7?, Int64, Int64
    >(
        """
        INSERT INTO mail (
            id, kind, accountID, recipient, locale, variables, challengeID, state, dueAtMs,
            lastError, createdAtMs, expiresAtMs
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, '', $8, $9)
        """)

    static let mail = Query<QueuedMail, UUIDv7>(
        "SELECT \(QueuedMail.columns) FROM mail WHERE id = $1")

    static let waiting = Query<(count: Int, oldest: Int64?)>(
        "SELECT count(*), min(createdAtMs) FROM mail WHERE state = 'pending'"
    ) { try ($0.next(), $0.next()) }

    static let page = Query<QueuedMail, QueuedMail.State, [UInt8], Int>(
        """
        SELECT \(QueuedMail.columns) FROM mail WHERE state = $1 AND id < $2
        ORDER BY id DESC LIMIT $3
        """)

    static let retry = Command<Int64, Int64, UUIDv7>(
        """
        UPDATE mail SET state = 'pending', endedAtMs = NULL, expiresAtMs = $2,
            dueAtMs = CASE WHEN claimedBy IS NULL THEN $1 ELSE dueAtMs END
        WHERE id = $3
        """)

    static let record = Command<QueuedMail.State, Int64?, Int64?, String, UUIDv7, Int64?>(
        """
        UPDATE mail SET state = $1, dueAtMs = coalesce($2, dueAtMs), endedAtMs = $3,
            lastError = $4, attempts = attempts + 1, claimedBy = NULL
        WHERE id = $5 AND state = 'pending'
            AND ($1 = 'sent' OR claimedBy IS NOT DISTINCT FROM $6)
        """)

    static let drop = Command<UUIDv7>("DELETE FROM mail WHERE id = $1")

    static let dropKind = Command<UUIDv7, MailKind>("DELETE FROM mail WHERE id = $1 AND kind = $2")
}
