import Storage

/// What a code or a link was sent for: it is good for nothing else.
enum ChallengePurpose: String, CaseIterable, Sendable, SQLValue {
    /// To prove that somebody reads what is sent to the account's address.
    case verifyAddress
    /// To choose a password in place of one that was forgotten.
    case resetPassword
    /// To leave an address, and to come to another.
    case changeAddressOld
    case changeAddressNew
    /// To go back to the address that was left.
    case undoAddress

    /// How long it can be met.
    var lifetime: Duration {
        switch self {
        case .verifyAddress: .seconds(3600)
        case .resetPassword: .seconds(900)
        case .changeAddressOld, .changeAddressNew: .seconds(1800)
        case .undoAddress: .days(7)
        }
    }

    var mail: MailKind {
        switch self {
        case .verifyAddress: .verifyAddress
        case .resetPassword: .resetPassword
        case .changeAddressOld: .changeAddressOld
        case .changeAddressNew: .changeAddressNew
        case .undoAddress: .addressChanged
        }
    }

    /// Whether it can be met by a code that is typed in.
    var hasCode: Bool { mail.allowed.contains(.code) }

    /// Whether it can be met by a link.
    var hasLink: Bool { mail.allowed.contains(.link) }
}
