import Storage

/// The purpose of a code or a link. It is valid for this purpose only.
enum ChallengePurpose: String, CaseIterable, Sendable, SQLValue {
    /// Proves that the user reads mail to the account's address.
    case verifyAddress
    /// Sets a new password in place of a forgotten one.
    case resetPassword
    /// Replaces the address by another one.
    case changeAddressOld
    case changeAddressNew
    /// Restores the previous address.
    case undoAddress
    /// Opens the session of a sign-in with a correct password.
    case signIn

    /// How long the challenge is valid.
    var lifetime: Duration {
        switch self {
        case .verifyAddress: .seconds(3600)
        case .resetPassword: .seconds(900)
        case .changeAddressOld, .changeAddressNew: .seconds(1800)
        case .undoAddress: .days(7)
        case .signIn: .seconds(600)
        }
    }

    var mail: MailKind {
        switch self {
        case .verifyAddress: .verifyAddress
        case .resetPassword: .resetPassword
        case .changeAddressOld: .changeAddressOld
        case .changeAddressNew: .changeAddressNew
        case .undoAddress: .addressChanged
        case .signIn: .signIn
        }
    }

    /// Whether the challenge accepts a code.
    var hasCode: Bool { mail.allowed.contains(.code) }

    /// Whether the challenge accepts a link.
    var hasLink: Bool { mail.allowed.contains(.link) }
}
