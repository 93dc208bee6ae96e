import RollcallCrypto
import Storage

/// An account that can sign in. Times are milliseconds since 1970.
struct Account: Sendable {
    let id: UUIDv7
    /// Where mail goes; nil for an account without an address.
    let primary: Address?
    /// Nil for an account without a password.
    let password: PasswordCredential?
    /// A `LanguageTag`, or empty for the deployment's own.
    var locale: String
    let createdAt: Int64
    let role: Role
    /// Until when the account is disabled; nil when it is enabled.
    let disabledUntil: Int64?
    /// Whether the password must be replaced before the next sign-in.
    let mustResetPassword: Bool
    /// Rises when a credential changes, and when an address is removed or another is the primary
    /// one. A different number shows that one of them has changed meanwhile.
    let credentialsChangedAt: Int64

    /// The primary address, if its owner has proved to read mail there.
    var verifiedPrimary: Address? { primary.flatMap { $0.isVerified ? $0 : nil } }

    func isDisabled(at now: Int64) -> Bool {
        disabledUntil.map { now < $0 } ?? false
    }
}

extension Account {
    /// Makes a new account.
    init(
        id: UUIDv7, email: EmailAddress?, isEmailProved: Bool = false,
        passwordHash: PasswordHash?, locale: String, now: Int64
    ) {
        self.init(
            id: id,
            primary: email.map {
                Address(
                    text: $0.text, canonical: $0.canonical, verifiedAt: isEmailProved ? now : nil,
                    isPrimary: true)
            },
            password: passwordHash.map { PasswordCredential(text: $0.text, setAt: now) },
            locale: locale, createdAt: now, role: .user, disabledUntil: nil,
            mustResetPassword: false, credentialsChangedAt: now)
    }

    /// The rights of an account beyond its own data.
    enum Role: String, SQLValue {
        case user, admin
    }
}
