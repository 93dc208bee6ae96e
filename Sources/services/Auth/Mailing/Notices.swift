import RollcallCrypto

/// Mails that tell owners what has happened to their accounts.
///
/// They go to proved addresses only. Otherwise a sign-up with somebody else's address could fill
/// that mailbox. Each kind of notice has a limit per account, as a thief who knows the password
/// could fill the mailbox, too. No kind uses up the limit of another.
struct Notices: Sendable {
    let limits: Limits
    let ids: UUIDv7Generator

    /// - Parameters:
    ///   - addresses: where it is sent, all of them proved, also by what the mail tells of; by
    ///     default the primary one, if that is proved. One permit is for all.
    ///   - variables: those that the kind allows, and only its writer knows.
    /// - Returns: nil if nothing is to be sent.
    func make(
        _ kind: MailKind, of account: Account, at addresses: [String]? = nil,
        variables: [MailVariable: String] = [:]
    ) throws -> Notice? {
        guard let recipients = addresses ?? account.verifiedPrimary.map({ [$0.text] }),
            !recipients.isEmpty
        else { return nil }
        let mails = try recipients.map {
            MailItem(
                id: try ids.next(), kind: kind, account: account.id, recipient: $0,
                locale: account.locale, variables: variables)
        }
        return Notice(
            mails: mails, permit: try limits.permit(.noticeAccount, of: .notice(account.id, kind)))
    }
}

/// Mails that tell an owner something, and the permit that they take.
struct Notice: Sendable {
    let mails: [MailItem]
    let permit: Permit
}

extension MailItem {
    /// The same mail, to where the account gets its mail by now; nil without an address.
    func addressed(to account: Account) -> MailItem? {
        guard let recipient = account.primary?.text else { return nil }
        return MailItem(
            id: id, kind: kind, account: account.id, recipient: recipient, locale: account.locale,
            variables: variables)
    }
}
