import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import WebAuthn

extension AuthStore {
    /// An account's passkeys, the oldest first.
    func passkeys(of accountID: UUIDv7) async throws -> [Passkey] {
        try await all(Statements.passkeys, accountID)
    }

    /// The passkey with an id, whosever it is.
    func passkey(_ id: [UInt8]) async throws -> Passkey? {
        try await first(Statements.passkey, id)
    }

    /// Adds a passkey to an account.
    ///
    /// - Parameter notice: a mail to the owner.
    /// - Returns: as `change`.
    /// - Throws: `RPCError` (ATTEMPT_EXPIRED, PASSKEY_TAKEN, TOO_MANY, SESSION_ENDED).
    func add(
        _ passkey: Passkey, by attempt: PasskeyAttempt, to account: Account, in sessionID: UUIDv7,
        notice: Notice?, at clock: SessionClock
    ) async throws -> Bool {
        try await change(account, by: sessionID, notice, at: clock) { tx in
            guard try tx.useAttempt(attempt.digest, until: attempt.expiresAt) else {
                throw RPCError.attemptExpired("attempt")
            }
            let count = try tx.all(Statements.passkeys, account.id).count
            guard count < Passkey.limit else { throw RPCError.tooManyPasskeys }
            let isNew = try tx.run(
                Statements.add, passkey.id, passkey.accountID, passkey.algorithm,
                passkey.publicKey, passkey.signCount, passkey.label, passkey.isBackedUp,
                passkey.isVerifying, passkey.createdAt)
            guard isNew == 1 else { throw RPCError.passkeyTaken }
            try tx.note(.passkeyAdded, of: account.id, after: passkey.label, now: clock.now)
            try tx.noteChange(of: account.id, now: clock.now)
            return true
        }
    }

    /// Takes a passkey from its account.
    ///
    /// - Parameter notice: a mail to the owner.
    /// - Returns: as `change`; `false` also if the passkey is gone.
    /// - Throws: `RPCError` (SESSION_ENDED).
    func remove(
        _ passkey: Passkey, of account: Account, in sessionID: UUIDv7, notice: Notice?,
        at clock: SessionClock
    ) async throws -> Bool {
        try await change(account, by: sessionID, notice, at: clock) { tx in
            guard try tx.run(Statements.remove, passkey.id, account.id) == 1 else { return false }
            try tx.note(.passkeyRemoved, of: account.id, before: passkey.label, now: clock.now)
            try tx.noteChange(of: account.id, now: clock.now)
            return true
        }
    }

    /// Sends a mail that tells of nothing that is stored.
    func tell(_ notice: Notice?, now: Int64) async throws {
        try await write(sending: notice?.mails, by: notice?.permit) { tx, mails in
            try tx.queue(mails, now: now)
            return .spent(())
        }
    }
}

extension Snapshot {
    /// Whether a correct answer can still open a session: its attempt was not used, and the passkey
    /// is there and has not counted on meanwhile.
    func isUnused(_ use: PasskeyUse) throws -> Bool {
        try isUnused(use.attempt.digest)
            && first(Statements.passkey, use.passkey.id)?.signCount == use.passkey.signCount
    }
}

extension AuthTransaction {
    /// Notes that a passkey opens a session, for which it `isUnused`.
    func note(_ use: PasskeyUse, now: Int64) throws {
        _ = try useAttempt(use.attempt.digest, until: use.attempt.expiresAt)
        try submit(
            Statements.note, use.answer.signCount, use.answer.isBackedUp, now, use.passkey.id)
    }

    func removePasskeys(of id: UUIDv7) throws {
        try run(Statements.removeAll, id)
    }
}

extension Passkey: RowValue {
    static let columns: SQL = """
        credentialID, accountID, algorithm, publicKey, signCount, label, isBackedUp, isVerifying,
        createdAtMs, lastUsedAtMs
        """

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        try self.init(
            id: columns.next(), accountID: columns.next(), algorithm: columns.next(),
            publicKey: columns.next(), signCount: columns.next(), label: columns.next(),
            isBackedUp: columns.next(), isVerifying: columns.next(), createdAt: columns.next(),
            lastUsedAt: columns.next())
    }
}

extension CredentialKey.Algorithm: SQLValue {}

extension RPCError {
    static var tooManyPasskeys: RPCError {
        .violation(
            .resourceExhausted, .tooMany, "an account has at most \(Passkey.limit) passkeys")
    }

    fileprivate static var passkeyTaken: RPCError {
        .violation(.alreadyExists, .passkeyTaken, "an account has this passkey already")
    }
}

private enum Statements {
    static let passkeys = Query<Passkey, UUIDv7>(
        """
        SELECT \(Passkey.columns) FROM passkey WHERE accountID = $1
        ORDER BY createdAtMs, credentialID
        """)

    static let passkey = Query<Passkey, [UInt8]>(
        "SELECT \(Passkey.columns) FROM passkey WHERE credentialID = $1")

    static let add = Command<
        [UInt8], UUIDv7, CredentialKey.Algorithm, [UInt8], UInt32, String, Bool, Bool, Int64
    >(
        """
        INSERT INTO passkey (
            credentialID, accountID, algorithm, publicKey, signCount, label, isBackedUp,
            isVerifying, createdAtMs
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (credentialID) DO NOTHING
        """)

    static let removeAll = Command<UUIDv7>("DELETE FROM passkey WHERE accountID = $1")

    static let remove = Command<[UInt8], UUIDv7>(
        "DELETE FROM passkey WHERE credentialID = $1 AND accountID = $2")

    static let note = Command<UInt32, Bool, Int64, [UInt8]>(
        """
        UPDATE passkey SET signCount = $1, isBackedUp = $2, lastUsedAtMs = $3
        WHERE credentialID = $4
        """)
}
