import RollcallCrypto

/// Mails that tell owners what has happened to their accounts.
///
/// They go to proved addresses only. Otherwise a sign-up with somebody else's address could fill that
/// mailbox. Each kind of notice has a limit per account, because somebody who knows the password could
/// fill the mailbox, too. No kind uses up the limit of another.
struct Notices: Sendable {
    let limiter: Limiter
    let ids: UUIDv7Generator

    /// - Parameters:
    ///   - address: where it is sent; by default the account's.
    ///   - variables: those that the kind allows, and only its writer knows.
    ///   - isProved: whether the address is proved by what the mail tells of.
    /// - Returns: nil if nothing is to be sent.
    func make(
        _ kind: MailKind, of account: Account, at address: String? = nil,
        variables: [MailVariable: String] = [:], isProved: Bool = false
    ) throws -> Notice? {
        guard isProved || account.emailVerifiedAt != nil else { return nil }
        let unit = try limiter.unit(.noticeAccount, of: .notice(account.id, kind))
        guard limiter.take([unit]) == nil else { return nil }
        let mail = try MailItem(
            id: ids.next(), kind: kind, account: account.id,
            recipient: address ?? account.email, locale: account.locale, variables: variables)
        return Notice(mail: mail, charge: Charge([unit], of: limiter))
    }
}

/// A mail that tells an owner something, and what it takes of the limit of such mails.
struct Notice: Sendable {
    let mail: MailItem
    let charge: Charge

    /// The same notice, to where the account gets its mail by now.
    func addressed(to account: Account) -> Notice {
        let mail = MailItem(
            id: mail.id, kind: mail.kind, account: account.id, recipient: account.email,
            locale: account.locale, variables: mail.variables)
        return Notice(mail: mail, charge: charge)
    }
}
