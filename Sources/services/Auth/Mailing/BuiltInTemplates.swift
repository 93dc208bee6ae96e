import Mail

/// What mails say where a deployment has no templates of its own: plain text, in English and in
/// German. They keep the same rules as those on the disk.
package enum BuiltInTemplates {
    package static var all: [TemplateCatalog.Source] {
        MailKind.allCases.flatMap { kind in
            [("en", english(kind)), ("de", german(kind))].map { locale, text in
                TemplateCatalog.Source(locale: locale, name: "\(kind.rawValue).txt", text: text)
            }
        }
    }
}
