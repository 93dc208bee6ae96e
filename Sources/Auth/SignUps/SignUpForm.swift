import RollcallAPI

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
        _ request: SignUpRequest, _ commonPasswords: CommonPasswords, _ domains: MailDomains
    ) throws(BrokenRules) {
        var rules = BrokenRules()
        let email = rules.check(email: request.email, in: domains)
        rules.check(
            password: request.password,
            by: PasswordRules(
                identities: [request.email, request.displayName], common: commonPasswords))
        rules.check(idempotencyKey: request.idempotencyKey)
        let device = SessionDevice(request)
        rules.check(device)
        let locale = rules.check(locale: request.locale)
        guard rules.isEmpty, let email, let locale, let password = Password(request.password) else {
            throw rules
        }
        self.email = email
        self.password = password
        displayName = request.displayName
        idempotencyKey = request.idempotencyKey
        self.device = device
        self.locale = locale
    }
}
