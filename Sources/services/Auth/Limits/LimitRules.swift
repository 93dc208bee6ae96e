import Admission
import Storage

package typealias LimitPolicy = Admission.LimitPolicy

/// The limits of Auth, by the names that `--limit` knows. `rule` is the table of them.
package enum LimitName: String, CaseIterable, Hashable, Sendable, SQLValue {
    case account, device, session, address, everyone
    case signInAccount = "sign-in.account"
    case signInDevice = "sign-in.device"
    case confirmAccount = "confirm.account"
    case factorAccount = "factor.account"
    case factorDevice = "factor.device"
    case factorSession = "factor.session"
    case signUpAddress = "sign-up.address"
    case emailTakenAddress = "email-taken.address"
    case nameCheckAddress = "name-check.address"
    case exportAccount = "export.account"
    case noticeAccount = "notice.account"
    case mailRecipient = "mail.recipient"
    case mailRecipientDay = "mail.recipient.day"
    case mailUnproved = "mail.unproved"
    case mailAccount = "mail.account"
    case mailDevice = "mail.device"
    case mailAddress = "mail.address"
    case mailEveryone = "mail.everyone"

    /// Whether it can stand between the owner of an account and a session: by refusing the proof,
    /// or the mail with a code.
    var stopsSignIns: Bool {
        switch self {
        case .account, .device, .signInAccount, .signInDevice, .factorAccount, .factorDevice,
            .mailRecipient, .mailRecipientDay, .mailDevice:
            true
        default: false
        }
    }

    /// The default policy of each limit, and its scope. Beyond a limit the caller is told
    /// TOO_MANY_ATTEMPTS, unless a line says otherwise.
    ///
    /// A *known device* and a session have limits of their own, which strangers cannot use up.
    var rule: (policy: LimitPolicy, scope: LimitScope) {
        switch self {
        // Wrong passwords of strangers. Beyond it every password is answered as wrong.
        case .account: (LimitPolicy(10, per: 900), .login)
        // Wrong passwords on a known device.
        case .device: (LimitPolicy(10, per: 900), .device)
        // Wrong passwords and wrong codes inside a session.
        case .session: (LimitPolicy(10, per: 900), .session)
        // Wrong passwords, codes and links of strangers.
        case .address: (LimitPolicy(50, per: 600), .address)
        // Wrong passwords of strangers that cost a hash.
        case .everyone: (LimitPolicy(200, per: 1, burst: 2000), .everyone)
        // Sign-ins of strangers, and of devices that have been known for less than a day.
        case .signInAccount: (LimitPolicy(30, per: 60), .account)
        // Sign-ins on a device that has been known for longer.
        case .signInDevice: (LimitPolicy(30, per: 600), .device)
        // Correct passwords, re-entered in the sessions of an account, and calls that a fresh
        // session is proof enough for.
        case .confirmAccount: (LimitPolicy(30, per: 60), .account)
        // Wrong codes of an authenticator app, after a correct first proof: of strangers, on a
        // known device, inside a session. Three of a million codes are correct at a time.
        case .factorAccount: (LimitPolicy(10, per: 86_400), .account)
        case .factorDevice: (LimitPolicy(10, per: 86_400), .device)
        case .factorSession: (LimitPolicy(10, per: 86_400), .session)
        // Sign-ups whose form keeps all rules.
        case .signUpAddress: (LimitPolicy(20, per: 3600), .address)
        // Sign-ups that were answered that the e-mail address is taken.
        case .emailTakenAddress: (LimitPolicy(5, per: 3600), .address)
        // Display names of forms that break a rule. Beyond it the answer says nothing about the
        // name.
        case .nameCheckAddress: (LimitPolicy(60, per: 60), .address)
        // Exports. Beyond it the caller is told EXPORTED_TOO_OFTEN.
        case .exportAccount: (LimitPolicy(1, per: 3600), .account)
        // Notices of one kind to an account's owner. Beyond it no mail is sent.
        case .noticeAccount: (LimitPolicy(10, per: 86_400), .notice)
        // Mails that strangers asked for, in a short time and in a day. Beyond it no mail is sent.
        case .mailRecipient: (LimitPolicy(3, per: 900), .mailbox)
        case .mailRecipientDay: (LimitPolicy(10, per: 86_400), .mailbox)
        // Mails to an unverified mailbox. Beyond it a sign-up sends none.
        case .mailUnproved: (LimitPolicy(10, per: 86_400), .mailbox)
        // Mails requested in the sessions of an account.
        case .mailAccount: (LimitPolicy(5, per: 3600), .account)
        // Mails requested on a known device.
        case .mailDevice: (LimitPolicy(5, per: 3600), .device)
        // Mails that strangers requested.
        case .mailAddress: (LimitPolicy(20, per: 3600), .address)
        // Mails that strangers requested. Beyond it the mails wait.
        case .mailEveryone: (LimitPolicy(60, per: 60), .everyone)
        }
    }
}

/// What a limit counts separately for: each login, each address, …
enum LimitScope: Sendable {
    case login, address, everyone, device, account, session, notice, mailbox
}

/// The limits of a process: the defaults, except for those that the configuration sets.
package struct LimitPolicies: Sendable {
    private var chosen: [LimitName: LimitPolicy] = [:]

    package init() {}

    package subscript(name: LimitName) -> LimitPolicy {
        get { chosen[name] ?? name.rule.policy }
        set { chosen[name] = newValue }
    }
}
