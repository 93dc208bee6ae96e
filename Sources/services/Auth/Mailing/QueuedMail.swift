import MessageJSON
import RollcallCrypto
import Storage

/// A mail in the outbox, and its state.
struct QueuedMail: WorkItem, Equatable {
    enum State: String, CaseIterable, Sendable, SQLValue {
        case pending, sent
        /// The mail was refused, or has expired. It is tried again only at an operator's request.
        case dead
    }

    let id: UUIDv7
    /// `nil` for a kind that is unknown to this version.
    let kind: MailKind?
    let account: UUIDv7?
    let recipient: String
    let locale: String
    let variables: [MailVariable: String]
    let challenge: UUIDv7?
    let state: State
    /// The number of attempts.
    let attempts: Int
    /// When the next attempt is due. This and the following are milliseconds since 1970.
    let dueAtMs: Int64
    let createdAtMs: Int64
    let expiresAtMs: Int64
    /// When it was sent or given up.
    let endedAtMs: Int64?
    /// The error of the last attempt, or empty.
    let lastError: String
}

extension QueuedMail {
    static let table = WorkTable<QueuedMail>(
        "mail", columns: columns, where: "state = 'pending'")

    static let columns: SQL = """
        id, kind, accountID, recipient, locale, variables, challengeID, state, attempts, dueAtMs,
        createdAtMs, expiresAtMs, endedAtMs, lastError
        """

    /// - Throws: `StorageError.corrupt`; `MappingError` for variables that are no JSON.
    init(_ columns: inout Columns) throws {
        try self.init(
            id: columns.next(), kind: MailKind(rawValue: columns.next()),
            account: columns.next(), recipient: columns.next(), locale: columns.next(),
            variables: Self.variables(in: columns.next()), challenge: columns.next(),
            state: columns.next(), attempts: columns.next(), dueAtMs: columns.next(),
            createdAtMs: columns.next(), expiresAtMs: columns.next(),
            endedAtMs: columns.next(), lastError: columns.next())
    }

    private static func variables(in text: String) throws -> [MailVariable: String] {
        guard let names = try JSON(Array(text.utf8)).texts else {
            throw MappingError("the variables of a mail are texts")
        }
        let known = names.compactMap { name, value in
            MailVariable(rawValue: name).map { ($0, value) }
        }
        return Dictionary(uniqueKeysWithValues: known)
    }
}
