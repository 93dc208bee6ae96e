import RollcallRules

/// The form of a new account.
public struct SignUpForm: AccountForm {
    public enum Field: Sendable, CaseIterable { case email, password, confirmation, displayName }

    public var email = "" { didSet { note(.email, from: oldValue, to: email) } }
    public var password = "" { didSet { note(.password, from: oldValue, to: password) } }
    /// The password again; nil in an app that asks for it once.
    public var confirmation: String? {
        didSet { note(.confirmation, from: oldValue, to: confirmation) }
    }
    public var displayName = "" { didSet { note(.displayName, from: oldValue, to: displayName) } }
    /// Whether the app wants a display name. A deployment can want one, too
    /// (`--require-display-name`).
    public var requiresDisplayName: Bool
    public var history = FormHistory<Field>()

    public init(requiresDisplayName: Bool = true) { self.requiresDisplayName = requiresDisplayName }

    public func brokenRules(of field: Field) -> [Problem] {
        switch field {
        case .email: FieldRules.email(email)
        case .password:
            FieldRules.password(password, email: email, displayName: displayName)
        case .confirmation: FieldRules.confirmation(confirmation, of: password)
        case .displayName:
            displayName.spaceTrimmed.isEmpty && !requiresDisplayName
                ? [] : FieldRules.displayName(displayName)
        }
    }

    public static func field(ofPath path: String) -> Field? {
        ["email": .email, "password": .password, "display_name": .displayName][path]
    }
}

extension SignUpForm: Redacted {}
