import Mail
import RollcallCrypto

/// Makes the text of a mail, when it is sent: with the code and the link of its challenge.
struct MailRenderer: Sendable {
    let delivery: MailDelivery
    let secrets: ChallengeSecrets

    /// - Throws: `MailFailure`, permanent for a mail that can never be written.
    func message(for mail: QueuedMail) throws(MailFailure) -> MailMessage {
        guard let kind = mail.kind else {
            throw MailFailure.here(.permanent, "this version knows no mail of this kind")
        }
        guard let recipient = Self.recipient(mail.recipient) else {
            throw MailFailure.here(.permanent, "the address cannot be written in a mail")
        }
        let values = try values(of: kind, mail)
        guard let words = words(kind, mail.locale, values) else {
            throw MailFailure.here(.configuration, "there is no template of this kind")
        }
        return MailMessage(
            id: mail.id.description, sender: delivery.address, senderName: delivery.name,
            recipient: recipient, subject: words.subject, text: words.text, html: words.html,
            date: mail.createdAtMs)
    }

    private func words(
        _ kind: MailKind, _ locale: String, _ values: [MailVariable: String]
    ) -> (subject: HeaderText, text: String, html: String?)? {
        let named = Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
        guard let words = delivery.templates.words(kind.rawValue, locale: locale, named) else {
            return nil
        }
        // A device's name can make it too long; then it is cut.
        let subject = String(words.subject.unicodeScalars.prefix(HeaderText.longest))
        return (try? HeaderText(subject)).map { ($0, words.text, words.html) }
    }

    private func values(
        of kind: MailKind, _ mail: QueuedMail
    ) throws(MailFailure) -> [MailVariable: String] {
        var values = mail.variables
        values[.time] = values[.time] ?? MailDate.minute(milliseconds: mail.createdAtMs)
        values[.until] = MailDate.minute(milliseconds: mail.expiresAtMs)
        values[.address] = mail.recipient
        values[.service] = delivery.name.text
        guard kind.hasChallenge else { return values }
        guard let challenge = mail.challenge else {
            throw MailFailure.here(.permanent, "the mail has lost its challenge")
        }
        do {
            values[.code] = try secrets.code(of: challenge).digits
            let token = try secrets.linkToken(of: challenge).text
            if let base = delivery.linkBase, let page = kind.linkPage {
                values[.link] = base.link(page, token: token)
            } else {
                values[.token] = token
            }
        } catch {
            throw MailFailure.here(.transient, "the code cannot be derived: \(error)")
        }
        return values
    }

    /// As it was written, or with its domain in ASCII where that is not.
    private static func recipient(_ text: String) -> MailAddress? {
        MailAddress(text) ?? (try? EmailAddress(text)).flatMap { MailAddress($0.canonical) }
    }
}
