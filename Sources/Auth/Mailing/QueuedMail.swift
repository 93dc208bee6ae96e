import Foundation
import GRDB
import RollcallCrypto

/// A mail in the outbox, and what became of it so far.
struct QueuedMail: Sendable, Equatable {
    enum State: String, CaseIterable, Sendable {
        case pending, sent
        /// It was refused, or its time has passed: nobody tries again unless an operator says so.
        case dead
    }

    let id: UUIDv7
    /// `nil` for a kind that this version does not know.
    let kind: MailKind?
    let account: UUIDv7?
    let recipient: String
    let locale: String
    let variables: [MailVariable: String]
    let challenge: UUIDv7?
    let state: State
    /// How often it was tried.
    let attempts: Int
    /// When it is tried next. This and the following: milliseconds since 1970.
    let dueAtMs: Int64
    let createdAtMs: Int64
    let expiresAtMs: Int64
    /// When it was sent or given up.
    let endedAtMs: Int64?
    /// How the last try failed, or empty.
    let lastError: String
}

extension QueuedMail {
    /// - Throws: `StorageError.corrupt`.
    init(row: Row) throws {
        id = try row.id("id")
        kind = MailKind(rawValue: row["kind"])
        account = row.isNull("accountID") ? nil : try row.id("accountID")
        recipient = row["recipient"]
        locale = row["locale"]
        variables = try row.value("variables") { text in
            let names = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
            let known = names.compactMap { name, value in
                MailVariable(rawValue: name).map { ($0, value) }
            }
            return Dictionary(uniqueKeysWithValues: known)
        }
        challenge = row.isNull("challengeID") ? nil : try row.id("challengeID")
        state = try row.value("state") { State(rawValue: $0) }
        attempts = row["attempts"]
        dueAtMs = row["dueAtMs"]
        createdAtMs = row["createdAtMs"]
        expiresAtMs = row["expiresAtMs"]
        endedAtMs = row["endedAtMs"]
        lastError = row["lastError"]
    }
}
