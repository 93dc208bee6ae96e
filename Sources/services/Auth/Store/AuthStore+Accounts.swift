import RollcallCrypto
import Storage

extension AuthStore {
    func account(email: EmailAddress) async throws -> Account? {
        try await first(Statements.accountByEmail, email.canonical)
    }

    func account(id: UUIDv7) async throws -> Account? {
        try await first(Statements.account, id)
    }

    /// Stores the same password with today's parameters, unless it was changed meanwhile.
    func rehash(_ account: Account, to hash: PasswordHash) async throws {
        try await write { tx in
            _ = try tx.run(Statements.rehash, hash.text, account.id, account.passwordHashText)
        }
    }
}

extension Snapshot {
    func account(_ id: UUIDv7) throws -> Account? {
        try first(Statements.account, id)
    }

    /// What an account may do; `user` for one that is gone.
    func role(of id: UUIDv7) throws -> Account.Role {
        // Only the index of those few is looked at.
        try exists(Statements.admin, id) ? .admin : .user
    }

    /// Whether an account is an administrator's, and there is no other who could sign in.
    func isLastAdmin(_ id: UUIDv7, now: Int64) throws -> Bool {
        guard try role(of: id) == .admin else { return false }
        return try !exists(Statements.otherAdmin, id, now)
    }
}

extension AuthTransaction {
    /// - Returns: `false` when another account has the address, or may come back to it.
    func insert(_ account: Account) throws -> Bool {
        try run(
            Statements.insert, account.id, account.email, account.canonicalEmail,
            account.passwordHashText, account.passwordChangedAt, account.locale,
            account.createdAt) == 1
    }
}

extension Account: RowValue {
    static let columns: SQL = """
        account.id, email, canonicalEmail, emailVerifiedAtMs, passwordHash, passwordChangedAtMs, \
        locale, account.createdAtMs, role, disabledUntilMs, mustResetPassword
        """

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        try self.init(
            id: columns.next(), email: columns.next(), canonicalEmail: columns.next(),
            emailVerifiedAt: columns.next(), passwordHashText: columns.next(),
            passwordChangedAt: columns.next(), locale: columns.next(), createdAt: columns.next(),
            role: columns.next(), disabledUntil: columns.next(), mustResetPassword: columns.next())
    }
}

private enum Statements {
    static let account = Query<Account, UUIDv7>(
        "SELECT \(Account.columns) FROM account WHERE id = $1")

    static let accountByEmail = Query<Account, String>(
        "SELECT \(Account.columns) FROM account WHERE canonicalEmail = $1")

    static let rehash = Command<String, UUIDv7, String>(
        "UPDATE account SET passwordHash = $1 WHERE id = $2 AND passwordHash = $3")

    static let admin = Query<UUIDv7, UUIDv7>(
        "SELECT id FROM account WHERE role = 'admin' AND id = $1")

    static let otherAdmin = Query<UUIDv7, UUIDv7, Int64>(
        """
        SELECT id FROM account
        WHERE role = 'admin' AND id <> $1 AND NOT mustResetPassword
            AND (disabledUntilMs IS NULL OR disabledUntilMs <= $2)
        LIMIT 1
        """)

    static let insert = Command<UUIDv7, String, String, String, Int64, String, Int64>(
        """
        INSERT INTO account (
            id, email, canonicalEmail, passwordHash, passwordChangedAtMs, locale, createdAtMs,
            role, mustResetPassword
        ) SELECT $1, $2, $3, $4, $5, $6, $7, 'user', FALSE WHERE NOT EXISTS (
            SELECT 1 FROM reservedAddress WHERE canonicalEmail = $3 AND untilMs > $7
        ) ON CONFLICT (canonicalEmail) DO NOTHING
        """)
}
