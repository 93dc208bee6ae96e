import RollcallCrypto
import Storage

extension AuthStore {
    /// The account with an address in any of its spellings; nil for what is no address, too.
    func account(email text: String) async throws -> Account? {
        guard let email = try? EmailAddress(text) else { return nil }
        return try await account(email: email)
    }

    /// The account that has an address, primary or not.
    func account(email: EmailAddress) async throws -> Account? {
        try await first(Statements.accountByEmail, email.canonical)
    }

    func account(id: UUIDv7) async throws -> Account? {
        try await first(Statements.account, id)
    }
}

extension Snapshot {
    func account(_ id: UUIDv7) throws -> Account? {
        try first(Statements.account, id)
    }

    /// The accounts after `id`, ordered by id.
    func accounts(after id: UUIDv7?, limit: Int) throws -> [Account] {
        try all(Statements.accounts, id?.bytes ?? [], limit)
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
        let (id, now) = (account.id, account.createdAt)
        // Before the first row: what is written stays.
        if let address = account.primary?.canonical,
            try holder(of: address, besides: id, now: now) != nil
        {
            return false
        }
        try insertRows(of: account)
        return true
    }

    /// Stores an account whose address is free.
    func insertRows(of account: Account) throws {
        let (id, now) = (account.id, account.createdAt)
        try submit(
            Statements.insert, id, account.locale, now, account.disabledUntil,
            account.credentialsChangedAt)
        if let primary = account.primary { try insert(primary, of: id) }
        if let text = account.password?.text { try setPassword(text, of: id, now: now) }
    }
}

extension Account: RowValue {
    static let columns: SQL = """
        account.id, coalesce(email, ''), coalesce(canonical, ''), verifiedAtMs, \
        coalesce(secret, ''), coalesce(credential.createdAtMs, 0), lastUsedAtMs, locale, \
        account.createdAtMs, role, disabledUntilMs, mustResetPassword, credentialsChangedAtMs
        """

    /// With the primary address and the password, where they exist.
    ///
    /// With `= TRUE`, SQLite reads the few addresses of the account, which are side by side.
    /// Without it, it would look into the index of primary addresses first.
    static let tables: SQL = """
        account
        LEFT JOIN address ON address.accountID = account.id AND isPrimary = TRUE
        LEFT JOIN credential ON credential.accountID = account.id AND kind = 'password'
        """

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        let id = try columns.next(as: UUIDv7.self)
        let address = try Address(
            text: columns.next(), canonical: columns.next(), verifiedAt: columns.next(),
            isPrimary: true)
        let password = try PasswordCredential(
            text: columns.next(), setAt: columns.next(), lastUsedAt: columns.next())
        try self.init(
            id: id, primary: address.text.isEmpty ? nil : address,
            password: password.text.isEmpty ? nil : password, locale: columns.next(),
            createdAt: columns.next(), role: columns.next(), disabledUntil: columns.next(),
            mustResetPassword: columns.next(), credentialsChangedAt: columns.next())
    }
}

private enum Statements {
    static let account = Query<Account, UUIDv7>(
        "SELECT \(Account.columns) FROM \(Account.tables) WHERE account.id = $1")

    static let accounts = Query<Account, [UInt8], Int>(
        """
        SELECT \(Account.columns) FROM \(Account.tables)
        WHERE account.id > $1 ORDER BY account.id LIMIT $2
        """)

    static let accountByEmail = Query<Account, String>(
        """
        SELECT \(Account.columns) FROM \(Account.tables)
        WHERE account.id = (SELECT accountID FROM address WHERE canonical = $1)
        """)

    static let admin = Query<UUIDv7, UUIDv7>(
        "SELECT id FROM account WHERE role = 'admin' AND id = $1")

    static let otherAdmin = Query<UUIDv7, UUIDv7, Int64>(
        """
        SELECT id FROM account
        WHERE role = 'admin' AND id <> $1 AND NOT mustResetPassword
            AND (disabledUntilMs IS NULL OR disabledUntilMs <= $2)
        LIMIT 1
        """)

    static let insert = Command<UUIDv7, String, Int64, Int64?, Int64>(
        """
        INSERT INTO account (
            id, locale, createdAtMs, role, disabledUntilMs, mustResetPassword,
            credentialsChangedAtMs
        ) VALUES ($1, $2, $3, 'user', $4, FALSE, $5)
        """)
}
