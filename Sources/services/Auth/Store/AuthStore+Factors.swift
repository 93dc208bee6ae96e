import RollcallCrypto
import Storage

/// The secret of an account's authenticator app, as it is stored. Times are milliseconds since
/// 1970.
struct StoredTOTP: Sendable, RowValue {
    let sealedSecret: [UInt8]
    let createdAt: Int64
    /// Nil until the first code has come: the account has no factor.
    let confirmedAt: Int64?
    /// Of the newest code that was accepted.
    let lastStep: Int64

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        sealedSecret = try columns.next()
        createdAt = try columns.next()
        confirmedAt = try columns.next()
        lastStep = try columns.next()
    }
}

extension AuthStore {
    func totp(of id: UUIDv7) async throws -> StoredTOTP? {
        try await first(Statements.totp, id)
    }

    /// Since when an account has a factor, and how many recovery codes are left.
    func factor(of id: UUIDv7) async throws -> (confirmedAt: Int64?, codesLeft: Int) {
        try await first(Statements.factor, id) ?? (nil, 0)
    }

    func hasFactor(_ id: UUIDv7) async throws -> Bool {
        try await read { try $0.hasFactor(id) }
    }

    /// Keeps a secret until its first code comes, in place of an earlier one.
    ///
    /// - Returns: `false` if the account has a factor.
    /// - Throws: `RPCError` (SESSION_ENDED).
    func startTOTP(
        _ sealed: [UInt8], of id: UUIDv7, by session: UUIDv7, at clock: SessionClock
    ) async throws -> Bool {
        try await write { tx in
            try tx.liveSession(session, at: clock)
            return try tx.run(Statements.start, id, sealed, clock.now) == 1
        }
    }

    /// Changes the factor of an account. Ends its open challenges.
    ///
    /// - Returns: as `change`; `false` if the account has no factor or, to confirm one, another
    ///   secret by now.
    func changeFactor(
        of account: Account, by change: FactorChange, in session: UUIDv7, telling notice: Notice?,
        at clock: SessionClock
    ) async throws -> Bool {
        try await self.change(account, by: session, notice, at: clock) { tx in
            guard try tx.apply(change, to: account.id, now: clock.now) else { return false }
            try tx.noteChange(of: account.id, now: clock.now)
            tx.tell(.accountChanged(account.id))
            return true
        }
    }
}

/// A change of an account's second factor.
enum FactorChange: Sendable {
    /// The first code of a secret has come, and is used up.
    ///
    /// - Parameters:
    ///   - step: of the code.
    ///   - codes: the recovery codes.
    case confirm(StoredTOTP, step: Int64, codes: [SHA256Digest])
    case replaceCodes([SHA256Digest])
    case remove
}

extension Snapshot {
    func hasFactor(_ id: UUIDv7) throws -> Bool {
        try exists(Statements.confirmed, id)
    }

    /// Whether a code that was correct has not been used since.
    func isUnused(_ use: FactorUse) throws -> Bool {
        switch use {
        case .totp(let step, let id): try exists(Statements.unusedStep, id, step)
        case .recovery(let digest, let id): try exists(Statements.recoveryCode, id, digest)
        case .passkey(let use): try isUnused(use)
        }
    }
}

extension AuthTransaction {
    /// Uses up a code, which `isUnused`.
    func use(_ use: FactorUse, now: Int64) throws {
        switch use {
        case .totp(let step, let id): try run(Statements.setStep, step, id)
        case .recovery(let digest, let id):
            try run(Statements.useRecoveryCode, id, digest)
            try note(.recoveryCodeUsed, of: id, now: now)
        case .passkey(let use): try note(use, now: now)
        }
    }

    /// - Parameter time: a factor that was confirmed before stays.
    /// - Returns: whether the account had one that is gone.
    func removeFactor(of id: UUIDv7, since time: Int64 = 0) throws -> Bool {
        let had = try hasFactor(id)
        return try run(Statements.remove, id, time) == 1 && had
    }

    /// - Returns: `false` if nothing is changed.
    fileprivate func apply(_ change: FactorChange, to id: UUIDv7, now: Int64) throws -> Bool {
        let codes: [SHA256Digest]
        switch change {
        case .remove:
            guard try removeFactor(of: id) else { return false }
            try note(.factorRemoved, of: id, now: now)
            return true
        case .replaceCodes(let new):
            guard try hasFactor(id) else { return false }
            try note(.recoveryCodesReplaced, of: id, now: now)
            codes = new
        case .confirm(let stored, let step, let new):
            guard try run(Statements.confirm, now, step, id, stored.sealedSecret) == 1
            else { return false }
            try note(.factorAdded, of: id, now: now)
            codes = new
        }
        try run(Statements.removeRecoveryCodes, id)
        for code in codes { try run(Statements.addRecoveryCode, id, code) }
        return true
    }
}

private enum Statements {
    static let totp = Query<StoredTOTP, UUIDv7>(
        """
        SELECT sealedSecret, createdAtMs, confirmedAtMs, lastStep FROM totp WHERE accountID = $1
        """)

    static let factor = Query<(confirmedAt: Int64?, codesLeft: Int), UUIDv7>(
        """
        SELECT confirmedAtMs, (SELECT count(*) FROM recoveryCode WHERE accountID = $1)
        FROM totp WHERE accountID = $1
        """
    ) { try ($0.next(), $0.next()) }

    static let confirmed = Query<UUIDv7, UUIDv7>(
        "SELECT accountID FROM totp WHERE accountID = $1 AND confirmedAtMs IS NOT NULL")

    static let start = Command<UUIDv7, [UInt8], Int64>(
        """
        INSERT INTO totp (accountID, sealedSecret, createdAtMs, lastStep) VALUES ($1, $2, $3, 0)
        ON CONFLICT (accountID) DO UPDATE SET
            sealedSecret = excluded.sealedSecret, createdAtMs = excluded.createdAtMs
        WHERE totp.confirmedAtMs IS NULL
        """)

    static let confirm = Command<Int64, Int64, UUIDv7, [UInt8]>(
        """
        UPDATE totp SET confirmedAtMs = $1, lastStep = $2
        WHERE accountID = $3 AND sealedSecret = $4 AND confirmedAtMs IS NULL
        """)

    static let remove = Command<UUIDv7, Int64>(
        """
        DELETE FROM totp
        WHERE accountID = $1 AND (confirmedAtMs IS NULL OR confirmedAtMs >= $2)
        """)

    static let unusedStep = Query<UUIDv7, UUIDv7, Int64>(
        """
        SELECT accountID FROM totp
        WHERE accountID = $1 AND confirmedAtMs IS NOT NULL AND lastStep < $2
        """)

    static let setStep = Command<Int64, UUIDv7>(
        "UPDATE totp SET lastStep = $1 WHERE accountID = $2")

    static let recoveryCode = Query<UUIDv7, UUIDv7, SHA256Digest>(
        "SELECT accountID FROM recoveryCode WHERE accountID = $1 AND codeHash = $2")

    static let useRecoveryCode = Command<UUIDv7, SHA256Digest>(
        "DELETE FROM recoveryCode WHERE accountID = $1 AND codeHash = $2")

    static let addRecoveryCode = Command<UUIDv7, SHA256Digest>(
        "INSERT INTO recoveryCode (accountID, codeHash) VALUES ($1, $2)")

    static let removeRecoveryCodes = Command<UUIDv7>(
        "DELETE FROM recoveryCode WHERE accountID = $1")
}
