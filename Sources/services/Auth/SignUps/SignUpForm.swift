import RollcallAPI
import RollcallRules

/// A sign-up whose own fields keep the rules. Whether its names are free is for others to say.
struct SignUpForm: Sendable {
    let email: EmailAddress
    let password: Password
    /// Empty for an account without one.
    let displayName: String
    let idempotencyKey: String
    let device: SessionDevice
    let locale: String

    init(
        _ request: SignUpRequest, _ configuration: AuthConfiguration
    ) throws(BrokenRules) {
        var broken = BrokenRules()
        let displayName = request.displayName.spaceTrimmed
        let email = broken.check(email: request.email, in: configuration.mailDomains)
        broken.check(
            password: request.password,
            by: PasswordRules(
                identities: [request.email, email?.text ?? "", displayName],
                common: configuration.commonPasswords))
        if configuration.requiresDisplayName, displayName.isEmpty {
            broken.add(.displayNameMissing, "display_name", "the display name is missing")
        }
        broken.check(idempotencyKey: request.idempotencyKey)
        guard broken.isEmpty, let email, let password = Password(request.password)
        else { throw broken }
        self.email = email
        self.password = password
        self.displayName = displayName
        idempotencyKey = request.idempotencyKey
        device = SessionDevice(request)
        locale = LanguageTag(describing: request.locale)?.text ?? ""
    }
}
