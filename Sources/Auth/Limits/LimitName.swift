import Storage

/// The limits that Auth has, by the names that `--limit` knows.
package enum LimitName: String, CaseIterable, Hashable, Sendable, SQLValue {
    /// Wrong passwords for one login, from devices that the account does not know. Beyond it every
    /// password is wrong.
    case account
    /// Wrong passwords from one device that the account knows.
    case device
    /// Wrong passwords that were re-entered in one session, and wrong codes there.
    case session
    /// Wrong passwords from one address, but for those of known devices and of sessions.
    case address
    /// Wrong passwords that were hashed, but for those of known devices and of sessions.
    case everyone
    /// Sign-ins to one account with the right password, from devices that it does not know, or has not
    /// known for a day.
    case signInAccount = "sign-in.account"
    /// Sign-ins with the right password on one device that the account has known for longer.
    case signInDevice = "sign-in.device"
    /// Right passwords that were given once more in an account's sessions.
    case confirmAccount = "confirm.account"
    /// Sign-ups from one address whose form keeps the rules.
    case signUpAddress = "sign-up.address"
    /// Sign-ups from one address that were told that an e-mail address is taken.
    case emailTakenAddress = "email-taken.address"
    /// Display names of forms that break a rule, about which Profile was asked for one address.
    case nameCheckAddress = "name-check.address"
    /// Mails of one kind that tell an account's owner what has happened.
    case noticeAccount = "notice.account"
    /// Exports of one account.
    case exportAccount = "export.account"
    /// Mails to one mailbox that strangers asked for, in a short time and in a day.
    case mailRecipient = "mail.recipient"
    case mailRecipientDay = "mail.recipient.day"
    /// Mails to one mailbox that nobody has proved to read: of sign-ups, and asked for in sessions.
    case mailUnproved = "mail.unproved"
    /// Mails that were asked for in the sessions of one account.
    case mailAccount = "mail.account"
    /// Mails that were asked for on one device that the account knows.
    case mailDevice = "mail.device"
    /// Mails that strangers asked for from one address.
    case mailAddress = "mail.address"
    /// Mails that strangers asked for. Beyond it they wait.
    case mailEveryone = "mail.everyone"

    /// What holds unless the configuration says otherwise.
    var standard: LimitPolicy {
        switch self {
        case .account, .device, .session: LimitPolicy(10, per: 900)
        case .address: LimitPolicy(50, per: 600)
        case .everyone: LimitPolicy(200, per: 1, burst: 2000)
        case .signInAccount, .confirmAccount: LimitPolicy(30, per: 60)
        case .signInDevice: LimitPolicy(30, per: 600)
        case .signUpAddress: LimitPolicy(20, per: 3600)
        case .emailTakenAddress: LimitPolicy(5, per: 3600)
        case .nameCheckAddress: LimitPolicy(60, per: 60)
        case .exportAccount: LimitPolicy(1, per: 3600)
        case .mailRecipient: LimitPolicy(3, per: 900)
        case .mailRecipientDay, .mailUnproved, .noticeAccount: LimitPolicy(10, per: 86_400)
        case .mailAccount, .mailDevice: LimitPolicy(5, per: 3600)
        case .mailAddress: LimitPolicy(20, per: 3600)
        case .mailEveryone: LimitPolicy(60, per: 60)
        }
    }
}
