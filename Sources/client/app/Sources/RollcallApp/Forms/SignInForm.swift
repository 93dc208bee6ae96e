/// The form of a sign-in.
public struct SignInForm: AccountForm {
    public enum Field: Sendable, CaseIterable { case name, password, code }

    /// An e-mail address or a display name.
    public var name = "" { didSet { note(.name, from: oldValue, to: name) } }
    public var password = "" { didSet { note(.password, from: oldValue, to: password) } }
    /// The code of the mail, of the authenticator app, or a recovery code.
    public var code = "" { didSet { note(.code, from: oldValue, to: code) } }
    /// Whether the sign-in does not go on without a code.
    public var needsCode = false
    public var history = FormHistory<Field>()

    public init() {}

    /// Only that something is there: older passwords may break newer rules.
    public func brokenRules(of field: Field) -> [Problem] {
        switch field {
        case .name: name.isEmpty ? [.reason(.fieldMissing)] : []
        case .code: needsCode && code.isEmpty ? [.reason(.fieldMissing)] : []
        case .password: password.isEmpty ? [.reason(.passwordMissing)] : []
        }
    }

    public static func field(ofPath path: String) -> Field? {
        [
            "email": .name, "display_name": .name, "password": .password, "mailed_code": .code,
            "totp_code": .code, "recovery_code": .code,
        ][path]
    }
}

extension SignInForm: Redacted {}
