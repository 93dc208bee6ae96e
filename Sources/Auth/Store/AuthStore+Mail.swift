import Foundation
import GRDB
import RollcallCrypto
import GRDBStorage
import Storage
import Synchronization

extension Database {
    /// Puts a mail into the outbox, in the transaction of what it tells of: it is sent if, and only
    /// if, that is committed. Nobody need be woken: `MailOutbox` sees the commit.
    ///
    /// - Parameter now: milliseconds since 1970.
    func enqueue(_ item: MailItem, now: Int64) throws {
        let names = item.variables.map { ($0.key.rawValue, $0.value) }
        let variables = try JSONEncoder().encode(Dictionary(uniqueKeysWithValues: names))
        try execute(
            sql: """
                INSERT INTO mail (
                    id, kind, accountID, recipient, locale, variables, challengeID, state,
                    attempts, dueAtMs, lastError, createdAtMs, expiresAtMs)
                VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', 0, ?, '', ?, ?)
                """,
            arguments: [
                item.id.data, item.kind.rawValue, item.account?.data, item.recipient,
                item.locale, String(decoding: variables, as: UTF8.self), item.challenge?.data,
                now, now, item.expiresAtMs ?? now + MailItem.lifetime.wholeMilliseconds,
            ])
    }
}

extension AuthStore {
    /// Writes, and tells an owner of it in the same transaction, if `body` makes a notice. What that has
    /// taken of its limit is given back if nothing is written.
    ///
    /// - Parameter now: milliseconds since 1970.
    func write<T: Sendable>(
        at now: Int64,
        telling body: @escaping @Sendable (Database, inout Notice?) throws -> T
    ) async throws -> T {
        let taken = Mutex<Charge?>(nil)
        do {
            return try await write { db in
                var notice: Notice?
                defer { taken.withLock { [notice] in $0 = notice?.charge } }
                let result = try body(db, &notice)
                if let notice {
                    try db.enqueue(notice.mail, now: now)
                    try db.keep(notice.charge)
                }
                return result
            }
        } catch {
            taken.withLock(\.self)?.giveBack()
            throw error
        }
    }
}

/// How a try to send a mail ended. Times are milliseconds since 1970.
enum MailEnd: Equatable {
    case sent(atMs: Int64)
    case retry(dueAtMs: Int64, String)
    case dead(atMs: Int64, String)
}

extension AuthStore {
    /// Calls `body` after each commit with new mail, with the number of mails.
    func onMail(_ body: @escaping @Sendable (Int) -> Void) {
        database.onInsert(into: "mail", body)
    }

    /// The mails that wait, those due first in front.
    func pendingMail(limit: Int) async throws -> [QueuedMail] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM mail WHERE state = 'pending' ORDER BY dueAtMs LIMIT ?",
                arguments: [limit]
            ).map(QueuedMail.init)
        }
    }

    func countPendingMail() async throws -> Int {
        try await read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM mail WHERE state = 'pending'") ?? 0
        }
    }

    /// The mails in a state, the newest first.
    ///
    /// - Parameters:
    ///   - id: those older than this mail; `nil` for the first page.
    ///   - limit: the most that are answered.
    func mail(
        _ state: QueuedMail.State, before id: UUIDv7?, limit: Int
    ) async throws -> [QueuedMail] {
        try await read { db in
            let end = id?.data ?? Data(repeating: 0xff, count: UUIDv7.byteCount)
            return try Row.fetchAll(
                db, sql: "SELECT * FROM mail WHERE state = ? AND id < ? ORDER BY id DESC LIMIT ?",
                arguments: [state.rawValue, end, limit]
            ).map(QueuedMail.init)
        }
    }

    /// Makes a mail due now, also one that was given up; one without a challenge gets new time.
    func retryMail(_ id: UUIDv7, now: Int64) async throws -> MailRetry {
        try await write { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT * FROM mail WHERE id = ?", arguments: [id.data])
            else { return .unknown }
            let mail = try QueuedMail(row: row)
            guard mail.state != .sent else { return .alreadySent }
            guard mail.challenge == nil || mail.expiresAtMs > now else { return .tooLate }
            let fresh = now + MailItem.lifetime.wholeMilliseconds
            let expiry = mail.challenge == nil ? max(mail.expiresAtMs, fresh) : mail.expiresAtMs
            try db.execute(
                sql: """
                    UPDATE mail SET state = 'pending', endedAtMs = NULL, dueAtMs = ?, expiresAtMs = ?
                    WHERE id = ?
                    """,
                arguments: [now, expiry, id.data])
            return .done
        }
    }

    /// Takes a mail out of the list: one that waits is not sent.
    ///
    /// - Returns: whether there was one.
    func dropMail(_ id: UUIDv7) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM mail WHERE id = ?", arguments: [id.data])
            return db.changesCount == 1
        }
    }

    /// Deletes some of the mails that were sent or given up before a time.
    ///
    /// - Returns: whether there may be more.
    func forgetMail(endedBefore past: Int64) async throws -> Bool {
        let batch = 1000
        return try await write { db in
            try db.execute(
                sql: """
                    DELETE FROM mail WHERE id IN (
                        SELECT id FROM mail WHERE state <> 'pending' AND endedAtMs < ? LIMIT ?)
                    """,
                arguments: [past, batch])
            return db.changesCount == batch
        }
    }
}

extension Database {
    /// Writes down how a try ended; nothing, if the mail was dropped meanwhile. What was sent to the owner
    /// of an account that is deleted is forgotten, as all else of it.
    func record(_ end: MailEnd, of id: UUIDv7) throws {
        let (state, due, ended, error): (QueuedMail.State, Int64?, Int64?, String) =
            switch end {
            case .sent(let time): (.sent, nil, time, "")
            case .retry(let due, let error): (.pending, due, nil, error)
            case .dead(let time, let error): (.dead, nil, time, error)
            }
        try execute(
            sql: """
                UPDATE mail SET state = ?, dueAtMs = coalesce(?, dueAtMs), endedAtMs = ?,
                    lastError = ?, attempts = attempts + 1
                WHERE id = ? AND state = 'pending'
                """,
            arguments: [state.rawValue, due, ended, String(error.prefix(500)), id.data])
        guard state == .sent else { return }
        try execute(
            sql: "DELETE FROM mail WHERE id = ? AND kind = ?",
            arguments: [id.data, MailKind.accountDeleted.rawValue])
    }
}
