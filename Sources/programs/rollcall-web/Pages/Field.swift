/// One field of a form, with its label, hint and error.
struct Field: Sendable {
    /// Of the field and its element.
    let name: String
    var type = "text"
    var autocomplete = "off"
    var value = ""
    /// The key of the label.
    var label: String?
    /// The key of a hint, and what is put into it.
    var hint: String?
    var hintValues: [String: String] = [:]
    var isRequired = true
    /// Further attributes.
    var attributes: HTML = ""
    /// What follows the field, such as the state of a check.
    var after: HTML = ""
}

extension Visit {
    func html(_ field: Field) -> HTML {
        // A password is typed anew.
        let value: HTML =
            field.type == "password" || field.value.isEmpty ? "" : " value=\"\(field.value)\""
        return html(field) { "<input\($0) type=\"\(field.type)\"\(value)>" }
    }

    /// A field with a control of another kind.
    func html(_ field: Field, control: (_ attributes: HTML) -> HTML) -> HTML {
        let error = problems.sentence(field.name)
        let hints = [
            field.hint.map { _ in "\(field.name)-hint" }, error.map { _ in "\(field.name)-error" },
        ]
        .compactMap(\.self)
        let described: HTML =
            hints.isEmpty ? "" : " aria-describedby=\"\(hints.joined(separator: " "))\""
        let isInvalid: HTML = error == nil ? "" : " aria-invalid=\"true\""
        let required: HTML = field.isRequired ? " required" : ""
        let autocomplete: HTML =
            field.autocomplete.isEmpty ? "" : " autocomplete=\"\(field.autocomplete)\""
        let attributes: HTML = """
             id="\(field.name)" name="\(field.name)"\(autocomplete)\(required)\(described)\(isInvalid)\
            \(field.attributes)
            """
        let hint: HTML? = field.hint.map {
            "<p id=\"\(field.name)-hint\" class=\"hint\">\(texts($0, field.hintValues))</p>"
        }
        let problem: HTML? = error.map {
            "<p id=\"\(field.name)-error\" class=\"error\">\($0)</p>"
        }
        return """
            <div class="field">
            <label for="\(field.name)">\(texts[field.label ?? "field.\(field.name)"])</label>
            \(hint)\(problem)\(control(attributes))
            \(field.after)</div>

            """
    }

    func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
    }

    /// Other pages that a reader may be looking for, below a form: keys of texts by their paths.
    func links(_ pages: KeyValuePairs<String, String>) -> HTML {
        let items: [HTML] = pages.map { "<li><a href=\"\($0)\">\(texts[$1])</a></li>\n" }
        return "<ul class=\"links\">\n\(items)</ul>\n"
    }

    /// - Parameters:
    ///   - action: where it is sent; the page itself by default.
    func form(_ fields: HTML, button: String, to action: String? = nil, _ attributes: HTML = "")
        -> HTML
    {
        """
        <form method="post" action="\(action ?? path)" data-busy\(attributes)>
        \(fields)<button>\(texts[button])</button>
        </form>

        """
    }
}
