import RollcallCrypto
import Storage

/// Who can sign in. Times are milliseconds since 1970.
struct Account: Sendable {
    let id: UUIDv7
    /// As it was given.
    let email: String
    /// As it is compared.
    let canonicalEmail: String
    /// When somebody proved to read what is sent to the address; nil when nobody has.
    var emailVerifiedAt: Int64?
    /// As it is stored, by which it is seen whether the account has another by now.
    let passwordHashText: String
    var passwordChangedAt: Int64
    /// A `LanguageTag`, or empty for the deployment's own.
    var locale: String
    let createdAt: Int64
    let role: Role
    /// Until when nobody signs in to it; nil when it is enabled.
    let disabledUntil: Int64?
    /// Whether the password is no longer good for signing in, only for being replaced.
    let mustResetPassword: Bool

    /// An account that is made now.
    init(
        id: UUIDv7, email: EmailAddress, passwordHash: PasswordHash, locale: String, now: Int64
    ) {
        self.id = id
        self.email = email.text
        canonicalEmail = email.canonical
        passwordHashText = passwordHash.text
        self.locale = locale
        passwordChangedAt = now
        createdAt = now
        role = .user
        disabledUntil = nil
        mustResetPassword = false
    }

    var address: Address { Address(text: email, isVerified: emailVerifiedAt != nil) }

    func isDisabled(at now: Int64) -> Bool {
        disabledUntil.map { now < $0 } ?? false
    }

    /// Nil if what is stored is damaged, or out of bounds: then no password is right until somebody who
    /// reads the account's mail chooses another. Read only where a password is given: of the calls that
    /// look at an account, few do.
    var passwordHash: PasswordHash? { try? PasswordHash(passwordHashText) }

    /// What a password is held against: nothing while the account is disabled, so that it is, in
    /// bytes, time and cost, like one that does not exist.
    func passwordHash(ifEnabledAt now: Int64) -> PasswordHash? {
        isDisabled(at: now) ? nil : passwordHash
    }
}

extension Account: RowValue {
    static let columns: SQL = """
        account.id, email, canonicalEmail, emailVerifiedAtMs, passwordHash, passwordChangedAtMs, \
        locale, account.createdAtMs, role, disabledUntilMs, mustResetPassword
        """

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        id = try columns.next()
        email = try columns.next()
        canonicalEmail = try columns.next()
        emailVerifiedAt = try columns.next()
        passwordHashText = try columns.next()
        passwordChangedAt = try columns.next()
        locale = try columns.next()
        createdAt = try columns.next()
        role = try columns.next()
        disabledUntil = try columns.next()
        mustResetPassword = try columns.next()
    }
}

extension Account {
    /// Where its owner is written to, as its sessions show it.
    struct Address: Equatable {
        /// As it was given.
        let text: String
        let isVerified: Bool
    }

    /// What an account may do beyond what is its own.
    enum Role: String, SQLValue {
        case user, admin
    }
}
