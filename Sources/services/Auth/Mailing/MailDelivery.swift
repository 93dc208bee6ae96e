import Mail

/// How mail leaves the service, and what it says: from the daemon's options.
package struct MailDelivery: Sendable {
    package let sender: any MailSender
    package let templates: TemplateCatalog
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
        self.templates = templates
        self.linkBase = linkBase
        self.address = address
        self.name = name
    }
}

extension TemplateCatalog {
    /// The templates of a directory, or the built-in ones.
    ///
    /// - Throws: `TemplateError`, about the first that is not as it must be.
    package init(directory: String?, defaultLocale: String) throws(TemplateError) {
        let sources =
            try directory.map { path throws(TemplateError) in
                try TemplateDirectory(path: path).read()
            } ?? BuiltInTemplates.all
        try self.init(
            sources, kinds: MailKind.allCases.map(\.templates), defaultLocale: defaultLocale)
    }
}

extension MailKind {
    fileprivate var templates: TemplateCatalog.Kind {
        TemplateCatalog.Kind(
            name: rawValue, allowed: Set(allowed.map(\.rawValue)),
            required: Set(required.map(\.rawValue)))
    }
}
