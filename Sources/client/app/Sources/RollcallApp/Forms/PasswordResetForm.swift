/// The form of a user who forgot the password: first the address, then the mail's code and another
/// password.
public struct PasswordResetForm: AccountForm {
    public enum Field: Sendable, CaseIterable { case email, code, password, confirmation }

    public var email = "" { didSet { note(.email, from: oldValue, to: email) } }
    /// The eight digits of the mail, or its link.
    public var code = "" { didSet { note(.code, from: oldValue, to: code) } }
    public var password = "" { didSet { note(.password, from: oldValue, to: password) } }
    /// The password again; nil in an app that asks for it once.
    public var confirmation: String? {
        didSet { note(.confirmation, from: oldValue, to: confirmation) }
    }
    public var history = FormHistory<Field>()

    public init() {}

    /// Whether the mail can be requested.
    public var canRequest: Bool { FieldRules.email(email).isEmpty }

    /// A link needs no address.
    public func brokenRules(of field: Field) -> [Problem] {
        switch field {
        case .email: isLink ? [] : FieldRules.email(email)
        case .code: code.isEmpty ? [.reason(.fieldMissing)] : []
        case .password: FieldRules.password(password)
        case .confirmation: FieldRules.confirmation(confirmation, of: password)
        }
    }

    /// What shows that the user reads the mail.
    ///
    /// - Parameter flow: what the request for the mail has returned.
    public func proof(_ flow: String) -> ResetPasswordRequest.Proof {
        isLink ? .linkToken(code) : .mailedCode(MailedCode(flow: flow, code: code))
    }

    public static func field(ofPath path: String) -> Field? {
        let fields: [String: Field] = [
            "email": .email, "mailed_code.code": .code, "link_token": .code,
            "new_password": .password,
        ]
        return fields[path]
    }

    /// A code has digits, of any script, and no letters.
    private var isLink: Bool { code.contains { $0.isLetter } }
}

extension PasswordResetForm: Redacted {}
