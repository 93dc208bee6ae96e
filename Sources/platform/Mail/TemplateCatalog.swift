/// The templates of all kinds of mail in all languages. They are read and checked once, at the
/// start.
///
/// A mail is first looked up in the reader's own locale, then in its language, then in the
/// deployment's default: `de-AT`, `de`, `en`. A requested locale is only compared with the existing
/// ones: no file is opened for it.
package struct TemplateCatalog: Sendable {
    /// The kinds of mail, each with the variables that its templates may and must use.
    package typealias Kinds = [String: (allowed: Set<String>, required: Set<String>)]

    /// A template's text, and its origin for errors.
    package struct Source: Sendable {
        let locale: String
        /// Such as `verifyAddress.txt`: a kind, and `txt` or `html`.
        let name: String
        let text: String
        let file: String

        /// - Parameter file: the file of the text; `nil` if it is part of the program.
        package init(locale: String, name: String, text: String, file: String? = nil) {
            self.locale = locale
            self.name = name
            self.text = text
            self.file = file ?? "built in: \(locale)/\(name)"
        }
    }

    private struct Key: Hashable {
        let locale: String
        let name: String
    }

    private var templates: [Key: Template] = [:]
    private let defaultLocale: String

    /// - Parameter defaultLocale: every kind has a mail in it, or in its language.
    package init(
        _ sources: [Source], kinds: Kinds, defaultLocale: String
    ) throws(TemplateError) {
        self.defaultLocale = defaultLocale
        for source in sources {
            let key = Key(locale: Self.folded(source.locale), name: source.name)
            templates[key] = try Self.template(source, kinds)
        }
        for kind in kinds.keys.sorted() where find("\(kind).txt", in: defaultLocale) == nil {
            throw TemplateError(
                "\(defaultLocale)/\(kind).txt",
                "the file is missing, and \(defaultLocale) is the default locale")
        }
        for key in templates.keys where key.name.hasSuffix(".html") {
            let plain = key.name.dropLast(5) + ".txt"
            guard templates[Key(locale: key.locale, name: String(plain))] != nil else {
                throw TemplateError("\(key.locale)/\(key.name)", "there is no \(plain) beside it")
            }
        }
    }

    /// The text of a mail.
    package struct Words: Equatable, Sendable {
        package let subject: String
        package let text: String
        package let html: String?
    }

    /// - Parameters:
    ///   - kind: the name of one of the kinds.
    ///   - locale: a BCP 47 tag from a caller; any text is safe.
    package func words(
        _ kind: String, locale: String, _ values: [String: String]
    ) -> Words? {
        guard let place = find("\(kind).txt", in: locale) ?? find("\(kind).txt", in: defaultLocale),
            let plain = templates[place]
        else { return nil }
        // The HTML must be in the language of the plain text.
        let html = templates[Key(locale: place.locale, name: "\(kind).html")]
        return Words(
            subject: plain.subject(values), text: plain.body(values), html: html?.body(values))
    }

    /// Looks in the locale and then in its parents: `de-Latn-AT`, `de-Latn`, `de`.
    private func find(_ name: String, in locale: String) -> Key? {
        var parts = Self.folded(locale).split(separator: "-", maxSplits: 8)
        while !parts.isEmpty {
            let key = Key(locale: parts.joined(separator: "-"), name: name)
            if templates[key] != nil { return key }
            parts.removeLast()
        }
        return nil
    }

    private static func folded(_ locale: String) -> String {
        String(locale.prefix(35)).lowercased()
            .map { $0 == "_" ? "-" : String($0) }.joined()
    }

    private static func template(
        _ source: Source, _ kinds: Kinds
    ) throws(TemplateError) -> Template {
        let parts = source.name.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let kind = kinds[String(parts[0])],
            let form = [Template.Form.plain: "txt", .html: "html"].first(where: { $1 == parts[1] })?
                .key
        else {
            let names = kinds.keys.sorted().joined(separator: ", ")
            throw TemplateError(
                source.file, "a template is named for a kind of mail, .txt or .html: \(names)")
        }
        return try Template(
            source.text, form: form, file: source.file, allowed: kind.allowed,
            required: kind.required)
    }
}
