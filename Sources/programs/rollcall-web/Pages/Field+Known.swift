extension Field {
    /// The code of a mail.
    static let code = Field(
        name: "code", autocomplete: "one-time-code",
        attributes: " inputmode=\"numeric\"" + .verbatim)

    static let currentPassword = Field(
        name: "password", type: "password", autocomplete: "current-password")
    /// The six digits of an authenticator app.
    static let totp = Field(
        name: "code", autocomplete: "one-time-code", label: "field.totp",
        attributes: " inputmode=\"numeric\"" + .verbatim)

    static let recoveryCode = Field(
        name: "code", label: "field.recovery_code", attributes: .verbatim)

    /// A code of the second factor, beside another proof.
    static let factorCode = Field(
        name: "factor_code", autocomplete: "one-time-code", hint: "factor_code.hint",
        attributes: .verbatim)

    /// The e-mail address by which an account is known.
    static func email(_ value: String) -> Field {
        Field(
            name: "email", type: "email", autocomplete: "username", value: value,
            attributes: .verbatim)
    }
}

extension HTML {
    /// Attributes of a field in which nothing is corrected while one types.
    static let verbatim: HTML = " autocapitalize=\"none\" spellcheck=\"false\""
}

extension Visit {
    /// A new password, with its rules said beforehand.
    func newPassword(label: String? = nil) -> HTML {
        let sayings: [HTML] = [
            "short", "weak", "fair", "strong", "word", "keys", "repeat", "sequence", "date",
            "identity",
        ].map { " data-\($0)=\"\(texts["password.\($0)"])\"" }
        let state: HTML = """
            <p id="password-state" class="state" role="status" data-min="8"\(sayings)></p>

            """
        return html(
            Field(
                name: "password", type: "password", autocomplete: "new-password", label: label,
                hint: "password.hint",
                attributes: " data-rules=\"/rollcall.v1.AccountService/CheckPassword\"",
                after: reveal("password") + state))
    }

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
