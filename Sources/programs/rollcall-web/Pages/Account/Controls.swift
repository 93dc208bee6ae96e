extension Visit {
    /// What was typed into a field, or what it is now.
    func value(_ name: String, _ current: String) -> String {
        form.has(name) ? form[name] : current
    }

    func textArea(_ field: Field) -> HTML {
        // The browser drops a line's end at the beginning.
        html(field) { "<textarea\($0)>\n\(field.value)</textarea>" }
    }

    /// A link to the next part of a list, if there is more.
    ///
    /// - Parameter place: its path, and its query without the token.
    func more(at place: String, _ token: String?, _ text: String) -> HTML? {
        guard let token, !token.isEmpty else { return nil }
        let next = "\(place)\(place.contains("?") ? "&" : "?")page=\(token.queryEncoded)"
        return "<p><a href=\"\(next)\">\(text)</a></p>\n"
    }

    func rows(_ items: [HTML]) -> HTML { "<ul class=\"rows\">\n\(items)</ul>\n" }

    /// A line of a list: a name, more about it, and what can be done with it.
    func row(_ name: String, _ more: HTML? = nil, _ controls: HTML? = nil) -> HTML {
        let more: HTML? = more.map { "<span class=\"muted\">\($0)</span>" }
        return "<li><span class=\"who\"><bdi>\(name)</bdi>\(more)</span>\(controls)</li>\n"
    }

    /// A link of a line, to the form that is about it.
    ///
    /// - Parameter text: its key.
    func change(_ name: String, _ text: String, at place: String) -> HTML {
        """
        <a class="button quiet" href="\(place)">\(texts[text])\
        <span class="visually-hidden"> \(name)</span></a>
        """
    }

    func section(_ title: String, _ content: HTML) -> HTML {
        "<section>\n<h2>\(texts[title])</h2>\n\(content)</section>\n"
    }

    /// The texts are `choice.FAMILY.CHOICE`, by the first word of the field's name.
    func select<Choice>(_ name: String, _ label: String, _ now: Choice?, of choices: [Choice])
        -> HTML
    {
        let family = String(name.prefix { $0 != "_" })
        let chosen = value(name, now.map { "\($0)" } ?? "")
        let options: [HTML] = choices.map { choice in
            let text = texts["choice.\(family).\(choice)"]
            let isChosen: HTML? = "\(choice)" == chosen ? " selected" : nil
            return "<option value=\"\("\(choice)" as String)\"\(isChosen)>\(text)</option>"
        }
        let field = Field(name: name, label: label, isRequired: false)
        return html(field) { "<select\($0)>\(options)</select>" }
    }
}
