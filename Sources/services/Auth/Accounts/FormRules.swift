import RollcallAPI
import RollcallBasics
import RollcallRules
import Tables

/// The rules of single fields, each in one place. Display names are Profile's to judge.
extension BrokenRules {
    /// - Parameter domains: those that mail may be sent to.
    /// - Returns: the address, or `nil` if it breaks a rule.
    mutating func check(
        email text: String, in domains: MailDomains, field: String = "email"
    ) -> EmailAddress? {
        do {
            let email = try EmailAddress(text)
            guard domains.include(email) else {
                add(
                    .emailMalformed, field,
                    "the domain of an e-mail address has a dot, and does not end in a number")
                return nil
            }
            return email
        } catch {
            add(Reason(error), field, Self.sentence(about: error))
            return nil
        }
    }

    mutating func check(
        password: String, by rules: PasswordRules, field: String = "password"
    ) {
        for reason in rules.broken(by: password) {
            add(reason, field, Self.sentence(about: reason))
        }
    }

    /// - Returns: the tag in its canonical form, empty for none, or `nil` if it breaks a rule.
    mutating func check(locale text: String) -> String? {
        if text.isEmpty { return text }
        guard let tag = LanguageTag(describing: text) else {
            add(.fieldMalformed, "locale", "a locale is a language tag (BCP 47), such as de-AT")
            return nil
        }
        return tag.text
    }

    mutating func check(idempotencyKey key: String) {
        guard key.isASCIIAlphanumeric(or: "_-"), (16...64).contains(key.utf8.count) else {
            add(
                .idempotencyKeyMalformed, "idempotency_key",
                "an idempotency key is 16 to 64 characters of [A-Za-z0-9_-]")
            return
        }
    }

    private static func sentence(about rule: ContractReason) -> String {
        switch rule {
        case .emailMissing: "the e-mail address is missing"
        case .emailTooLong: "an e-mail address has at most 254 bytes, 64 of them before the @"
        default: "an e-mail address is of the form local@domain"
        }
    }

    private static func sentence(about reason: Reason) -> String {
        switch reason {
        case .passwordMissing: "the password is missing"
        case .passwordTooShort: "a password has at least 8 characters"
        case .passwordTooLong: "a password has at most 256 characters"
        case .passwordCommon:
            "the password stands in a list of common or breached passwords; choose another"
        default: "the password must not be the e-mail address or the display name"
        }
    }
}
