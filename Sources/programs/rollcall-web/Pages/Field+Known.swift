extension Field {
    /// The code of a mail.
    static let code = Field(
        name: "code", autocomplete: "one-time-code",
        attributes: " inputmode=\"numeric\" autocapitalize=\"none\" spellcheck=\"false\"")
}

extension Visit {
    /// A button that the script makes show a password.
    func reveal(_ field: String) -> HTML {
        """
        <button type="button" class="reveal" hidden data-reveal="\(field)" aria-controls="\(field)" \
        aria-pressed="false">\(texts["reveal"])</button>

        """
    }
}

extension String {
    /// A code as people copy it, with spaces between its digits.
    var digits: String { filter { !$0.isWhitespace } }
}
