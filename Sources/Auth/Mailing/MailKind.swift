import Storage

/// What a mail says. Each kind has a template of its name.
package enum MailKind: String, CaseIterable, Sendable, SQLValue {
    /// A code and a link, which prove that the owner reads the address.
    case verifyAddress
    /// A code and a link, with which a password can be replaced.
    case resetPassword
    /// Codes to the old and to the new address of an account: both are needed.
    case changeAddressOld
    case changeAddressNew
    /// To the owner of an address that somebody wanted for another account.
    case addressTaken
    /// Somebody has signed in on a device that has not been seen before.
    case newDevice
    case passwordChanged
    /// To the address that was left, with a link that takes the change back.
    case addressChanged
    /// To the address that an account has come to.
    case addressArrived
    /// To the address that an account was taken back from.
    case addressUndone
    /// A refresh token was used twice: two callers have it.
    case sessionStolen
    case accountDeleted
    /// An administrator has taken something of the account's profile away.
    case profileTakenDown
    /// Sent by an operator to see whether mail arrives.
    case test
}

/// What a template may have filled in.
package enum MailVariable: String, CaseIterable, Sendable {
    /// Eight digits, derived from the challenge.
    case code
    /// The link of the challenge; empty where no web page is configured for links.
    case link
    /// The secret of the link; empty where there is a link.
    case token
    /// Until when the code or the link is of use.
    case until
    /// When it happened.
    case time
    /// Where the mail goes.
    case address
    /// The deployment's name.
    case service
    /// What a device calls itself.
    case device
    /// The network that somebody came from, such as `203.0.113.0/24`.
    case network
    /// The address that an account is to have, or has now.
    case newAddress = "new_address"
    /// Why an administrator has done something.
    case reason
    /// Of a profile: a dash for what was taken away, and otherwise empty, so that its paragraph is left out.
    case displayName = "display_name"
    case photo, bio, pronouns, location, links

    /// Those of a profile.
    static let profile: Set<Self> = [.displayName, .photo, .bio, .pronouns, .location, .links]
}

extension MailKind {
    /// The variables that every template of the kind must name.
    package var required: Set<MailVariable> {
        switch self {
        case .verifyAddress, .resetPassword, .changeAddressOld, .changeAddressNew: [.code]
        case .addressChanged: [.newAddress, .link, .token]
        case .newDevice: [.device, .time]
        case .profileTakenDown: MailVariable.profile.union([.reason])
        case .addressTaken, .addressArrived, .addressUndone, .passwordChanged, .sessionStolen,
            .accountDeleted, .test:
            []
        }
    }

    /// What a template of the kind may name.
    package var allowed: Set<MailVariable> {
        let always: Set<MailVariable> = [.time, .address, .service]
        return switch self {
        case .verifyAddress, .resetPassword: always.union([.code, .link, .token, .until])
        case .changeAddressOld: always.union([.code, .until, .newAddress])
        case .changeAddressNew: always.union([.code, .until])
        case .addressChanged: always.union([.newAddress, .link, .token, .until])
        case .newDevice: always.union([.device, .network])
        case .sessionStolen: always.union([.device])
        case .profileTakenDown: always.union(required)
        case .addressTaken, .addressArrived, .addressUndone, .passwordChanged, .accountDeleted,
            .test:
            always
        }
    }

    /// Whether the mail carries what its challenge is met with.
    var hasChallenge: Bool { allowed.contains(.code) || allowed.contains(.link) }
}
