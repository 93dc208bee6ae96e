import RollcallCrypto
import Storage

/// An account that can sign in. Times are milliseconds since 1970.
struct Account: Sendable {
    let id: UUIDv7
    /// As the user wrote it.
    let email: String
    /// The form for comparisons.
    let canonicalEmail: String
    /// When the owner proved to read mail at the address; nil when it is unverified.
    var emailVerifiedAt: Int64?
    /// The stored text. A different text shows that the password was changed meanwhile.
    let passwordHashText: String
    var passwordChangedAt: Int64
    /// A `LanguageTag`, or empty for the deployment's own.
    var locale: String
    let createdAt: Int64
    let role: Role
    /// Until when the account is disabled; nil when it is enabled.
    let disabledUntil: Int64?
    /// Whether the password must be replaced before the next sign-in.
    let mustResetPassword: Bool

    var address: Address { Address(text: email, isVerified: emailVerifiedAt != nil) }

    func isDisabled(at now: Int64) -> Bool {
        disabledUntil.map { now < $0 } ?? false
    }

    /// Nil if the stored hash is damaged or out of bounds. No password is then correct until the
    /// owner resets it by mail. Parsed on demand, as few calls that read an account need it.
    var passwordHash: PasswordHash? { try? PasswordHash(passwordHashText) }

    /// The hash for checking a password; nil while the account is disabled. A disabled account then
    /// looks in bytes, time and cost like one that does not exist.
    func passwordHash(ifEnabledAt now: Int64) -> PasswordHash? {
        isDisabled(at: now) ? nil : passwordHash
    }
}

extension Account {
    /// Makes a new account.
    init(
        id: UUIDv7, email: EmailAddress, passwordHash: PasswordHash, locale: String, now: Int64
    ) {
        self.init(
            id: id, email: email.text, canonicalEmail: email.canonical,
            passwordHashText: passwordHash.text, passwordChangedAt: now, locale: locale,
            createdAt: now, role: .user, disabledUntil: nil, mustResetPassword: false)
    }

    /// The owner's e-mail address, as sessions show it.
    struct Address: Equatable {
        /// As the user wrote it.
        let text: String
        let isVerified: Bool
    }

    /// The rights of an account beyond its own data.
    enum Role: String, SQLValue {
        case user, admin
    }
}
