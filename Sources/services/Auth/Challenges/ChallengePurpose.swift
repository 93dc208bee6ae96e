import RollcallAPI
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
    /// Restores an address that the account had.
    case undoAddress
    /// Opens the session of a sign-in with a correct password.
    case signIn
    /// Opens a session in place of a password.
    case signInCode
    /// Links an identity to an account, and opens a session of it.
    case linkIdentity
    /// Gives the account another address.
    case addAddress
    /// Proves in a session that its user is the account's owner.
    case reauthenticate

    /// How long the challenge is valid.
    var lifetime: Duration { properties.lifetime }
    var mail: MailKind { properties.mail }
    /// What its link is for; unspecified without a link.
    var ofLink: LinkPurpose { properties.link }

    private var properties: (lifetime: Duration, mail: MailKind, link: LinkPurpose) {
        switch self {
        case .verifyAddress: (.seconds(3600), .verifyAddress, .verifyAddress)
        case .resetPassword: (.seconds(900), .resetPassword, .resetPassword)
        case .changeAddressOld: (.seconds(1800), .changeAddressOld, .unspecified)
        case .changeAddressNew, .addAddress: (.seconds(1800), .changeAddressNew, .unspecified)
        case .undoAddress: (.days(7), .addressChanged, .undoAddressChange)
        case .signIn, .linkIdentity: (.seconds(600), .signIn, .unspecified)
        case .signInCode: (.seconds(600), .signInCode, .unspecified)
        case .reauthenticate: (.seconds(900), .reauthenticate, .unspecified)
        }
    }

    /// Whether the challenge accepts a code.
    var hasCode: Bool { mail.allowed.contains(.code) }

    /// Whether the challenge accepts a link.
    var hasLink: Bool { mail.allowed.contains(.link) }
}
