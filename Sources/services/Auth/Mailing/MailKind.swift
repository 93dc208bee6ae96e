import Storage

/// The kinds of mails. Each has a template of the same name.
package enum MailKind: String, CaseIterable, Sendable, SQLValue {
    /// A code and a link, which prove that the owner reads the address.
    case verifyAddress
    /// A code and a link, with which a password can be replaced.
    case resetPassword
    /// Codes to the old and to the new address of an account: both are needed. That to the new one
    /// also for an address that is added.
    case changeAddressOld
    case changeAddressNew
    /// A code by which the owner proves, in a session, to be the owner.
    case reauthenticate
    /// For the owner of an address that was requested for another account.
    case addressTaken
    /// A code with which a sign-in on a new device can go on.
    case signIn
    /// A code with which its reader signs in, without a password.
    case signInCode
    /// A user has signed in on a new device.
    case newDevice
    case passwordChanged
    /// An identity of another provider signs in to the account from now on, or not any more.
    case identityLinked, identityUnlinked
    /// For an address that an account does not have any more, with a link that undoes it.
    case addressChanged
    /// The account has another primary address. For that one and for all others.
    case addressArrived
    /// For the addresses that the account had before another was added.
    case addressAdded
    /// For the addresses that stay when another is removed.
    case addressRemoved
    /// For the addresses that an account was taken back from.
    case addressUndone
    /// A sign-in needs a code of an app from now on.
    case totpAdded
    /// It needs none any more.
    case totpRemoved
    case recoveryCodesMade
    case recoveryCodeUsed
    /// A refresh token was used twice: two callers have it.
    case sessionStolen
    case accountDeleted
    case passkeyAdded
    case passkeyRemoved
    /// A passkey has signed that counts less than before: somebody has a copy of its key.
    case passkeyCopied
    /// An administrator has taken away something of the account's profile.
    case profileTakenDown
    /// Sent by an operator to see whether mail arrives.
    case test
}

/// The variables of templates.
package enum MailVariable: String, CaseIterable, Sendable {
    /// Eight digits, derived from the challenge.
    case code
    /// The link of the challenge; empty where no web page is configured for links.
    case link
    /// The secret of the link; empty if the mail has a link.
    case token
    /// Until when the code or the link is valid.
    case until
    /// When the event happened.
    case time
    /// The recipient's address.
    case address
    /// The deployment's name.
    case service
    /// The name that the device gave itself.
    case device
    /// The network of the caller, such as `203.0.113.0/24`.
    case network
    /// The new primary address of the account, or the one that was added.
    case newAddress = "new_address"
    /// The provider of an identity.
    case provider
    /// The address that was removed.
    case oldAddress = "old_address"
    /// How many recovery codes are left.
    case codesLeft = "codes_left"
    /// The reason for an administrator's action.
    case reason
    /// For a field of the profile: a dash if it was taken away. Otherwise it is empty, so that its
    /// paragraph is left out.
    case displayName = "display_name"
    case photo, bio, pronouns, location, links

    /// The variables for the fields of a profile.
    static let profile: Set<Self> = [.displayName, .photo, .bio, .pronouns, .location, .links]
}

extension MailKind {
    /// The variables that every template of the kind must use.
    package var required: Set<MailVariable> { own.required }

    /// The variables that a template of the kind may use.
    package var allowed: Set<MailVariable> {
        own.required.union(own.others).union([.time, .address, .service])
    }

    private var own: (required: Set<MailVariable>, others: Set<MailVariable>) {
        switch self {
        case .verifyAddress, .resetPassword: ([.code], [.link, .token, .until])
        case .changeAddressOld: ([.code], [.until, .newAddress])
        case .changeAddressNew, .reauthenticate, .signInCode: ([.code], [.until])
        case .signIn: ([.code], [.until, .device, .network])
        case .newDevice: ([.device, .time], [.network])
        case .addressChanged: ([.newAddress, .link, .token], [.until])
        case .addressArrived, .addressAdded: ([.newAddress], [])
        case .addressRemoved: ([.oldAddress], [])
        case .recoveryCodeUsed: ([.codesLeft], [.device, .network])
        case .sessionStolen, .passkeyAdded, .passkeyRemoved, .passkeyCopied: ([], [.device])
        case .identityLinked, .identityUnlinked: ([.provider], [])
        case .profileTakenDown: (MailVariable.profile.union([.reason]), [])
        case .addressTaken, .addressUndone, .passwordChanged, .totpAdded, .totpRemoved,
            .recoveryCodesMade, .accountDeleted, .test:
            ([], [])
        }
    }

    /// Whether the mail carries the code or the link of its challenge.
    var hasChallenge: Bool { allowed.contains(.code) || allowed.contains(.link) }
}
