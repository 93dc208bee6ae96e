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
        let named = Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
        let words = delivery.templates.value.words(kind.rawValue, locale: mail.locale, named)
        // A device's name can make it too long; then it is cut.
        let cut = words.map { String($0.subject.unicodeScalars.prefix(HeaderText.longest)) }
        guard let words, let subject = cut.flatMap({ try? HeaderText($0) }) else {
            throw MailFailure.here(.configuration, "there is no template of this kind")
        }
        return MailMessage(
            id: mail.id.description, sender: delivery.address, senderName: delivery.name,
            recipient: recipient, subject: subject, text: words.text, html: words.html,
            date: mail.createdAtMs)
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
