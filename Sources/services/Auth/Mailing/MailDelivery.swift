import Mail
import RollcallBasics

/// How mail leaves the service, and what it says: from the daemon's options.
package struct MailDelivery: Sendable {
    package let sender: any MailSender
    /// Replaced when an operator has others.
    package let templates: Renewable<TemplateCatalog>
    /// `nil`: mails carry codes and no links.
    package let linkBase: LinkBase?
    /// Whom mails are from.
    package let address: MailAddress
    package let name: HeaderText

    package init(
        sender: any MailSender, templates: TemplateCatalog, linkBase: LinkBase? = nil,
        address: MailAddress, name: HeaderText
    ) {
        self.sender = sender
        self.templates = Renewable(templates)
        self.linkBase = linkBase
        self.address = address
        self.name = name
    }
}
