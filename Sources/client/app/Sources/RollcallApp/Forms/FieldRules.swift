import RollcallRules

/// The rules of single fields, for forms.
enum FieldRules {
    static func email(_ text: String) -> [Problem] {
        problems(text) { TypedAddress.ruleBroken(by: text).map { [$0] } ?? [] }
    }

    /// - Parameter names: the e-mail address and the display name, as they are typed.
    static func password(_ text: String, email: String = "", displayName: String = "") -> [Problem]
    {
        let typed = try? TypedAddress(email)
        let address = typed.flatMap { try? $0.mailbox(in: $0.domain).text }
        let identities = [email, address ?? "", displayName.spaceTrimmed]
        return problems(text) { NormalPassword.rulesBroken(by: text, of: identities) }
    }

    /// - Parameter repeated: nil where a password is typed once.
    static func confirmation(_ repeated: String?, of password: String) -> [Problem] {
        repeated == nil || repeated == password ? [] : [.passwordsDiffer]
    }

    static func displayName(_ text: String) -> [Problem] {
        problems(text) { DisplayNameRules.broken(by: text) }
    }

    static func text(_ text: String, _ rule: TextRule) -> [Problem] {
        (try? rule.normal(text)) == nil ? [.reason(.fieldMalformed)] : []
    }

    static func links(_ links: [String]) -> [Problem] {
        if links.count > LinkRules.most { return [.reason(.tooMany)] }
        let isBroken = links.contains { (try? LinkRules.check($0)) == nil }
        return isBroken ? [.reason(.fieldMalformed)] : []
    }

    /// A text with a NUL reaches no rule: the contract has none.
    private static func problems(
        _ text: String, _ rules: () -> [ContractReason]
    ) -> [Problem] {
        let broken = text.utf8.contains(0) ? [.fieldMalformed] : rules()
        return broken.map { .reason(Reason(rawValue: $0.rawValue)) }
    }
}
