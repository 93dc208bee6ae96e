import RollcallAPI
import RollcallCrypto
import RollcallRules

/// A sign-up whose own fields keep the rules. Whether its names are free is for others to say.
struct SignUpForm: Sendable {
    /// Nil for an account without one.
    let email: EmailAddress?
    /// Nil for an account without one.
    let password: Password?
    /// Empty for an account without one.
    let displayName: String
    let idempotencyKey: String
    let device: SessionDevice
    let locale: String
    /// The one that the account is for; its address is verified.
    var identity: ProvedIdentity?

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
        broken.check(displayName: displayName, configuration)
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

    /// A sign-up with an identity, whose attempt is made once.
    ///
    /// - Parameter email: verified by the provider.
    init(
        _ request: SignInWithIdentityRequest, _ identity: ProvedIdentity, _ email: EmailAddress?,
        _ configuration: AuthConfiguration
    ) throws(BrokenRules) {
        var broken = BrokenRules()
        displayName = request.displayName.spaceTrimmed
        broken.check(displayName: displayName, configuration)
        guard broken.isEmpty else { throw broken }
        (self.email, password, self.identity) = (email, nil, identity)
        idempotencyKey = Hex.encode(identity.attempt?.digest.bytes ?? [])
        device = SessionDevice(request)
        locale = LanguageTag(describing: request.locale)?.text ?? ""
    }

    /// A sign-up without an address. Its idempotency key opens a session again, for a while. So
    /// its digest takes its place: a copy of the database opens none.
    init(
        _ request: SignUpAnonymouslyRequest, _ configuration: AuthConfiguration
    ) throws(BrokenRules) {
        var broken = BrokenRules()
        displayName = request.displayName.spaceTrimmed
        broken.check(displayName: displayName, configuration)
        broken.check(idempotencyKey: request.idempotencyKey)
        guard broken.isEmpty else { throw broken }
        (email, password) = (nil, nil)
        let digest = SHA256Digest(of: Array("anonymous \(request.idempotencyKey)".utf8))
        idempotencyKey = Hex.encode(digest.bytes)
        device = SessionDevice(request)
        locale = LanguageTag(describing: request.locale)?.text ?? ""
    }
}

extension BrokenRules {
    fileprivate mutating func check(displayName: String, _ configuration: AuthConfiguration) {
        guard configuration.requiresDisplayName, displayName.isEmpty else { return }
        add(.displayNameMissing, "display_name", "the display name is missing")
    }
}
