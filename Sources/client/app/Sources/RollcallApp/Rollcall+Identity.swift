import Foundation

/// Accounts elsewhere: at Google, at Apple, or at another provider of the deployment.
extension Rollcall {
    /// The ways to sign in that the deployment offers. An app shows no others.
    public func signInOptions() async throws(RollcallError) -> SignInOptions {
        try await identity.getSignInOptions(GetSignInOptionsRequest())
    }

    /// Begins a sign-in at a provider. It has to end within ten minutes.
    ///
    /// With `.unspecified`, give the attempt's `nonce` to the provider's library (to Apple's
    /// `nonceSha256`), and go on with `.idToken`. With `.app`, open its `authorizationURL` in an
    /// `ASWebAuthenticationSession`, and go on with `.callback`.
    ///
    /// - Parameter provider: `IdentityProvider.name`, such as `google`.
    /// - Throws: `RollcallError`; PROVIDER_NOT_FOUND, PROVIDER_UNAVAILABLE.
    public func startIdentity(
        _ provider: String, _ way: IdentityWay
    ) async throws(RollcallError) -> IdentityAttempt {
        try await identity.startIdentity(StartIdentityRequest(provider: provider, way: way))
    }

    /// Signs in with what a provider has given, or makes an account for it. The user who was signed
    /// in before is signed out.
    ///
    /// - Parameter displayName: for a new account; may be empty if the deployment allows that.
    /// - Returns: `codeRequired` with `linksProvider` if an account here has the address that the
    ///   user has at the provider: go on with its password, or with the code that was mailed.
    /// - Throws: `RollcallError`; ATTEMPT_EXPIRED, IDENTITY_TOKEN_INVALID.
    public func signIn(
        with proof: IdentityProof, displayName: String = "", locale: String = ""
    ) async throws(RollcallError) -> SignInResult {
        let answer = try await identity.signInWithIdentity(
            SignInWithIdentityRequest(
                proof: proof, deviceLabel: device.label, platform: device.platform,
                appVersion: device.appVersion, deviceToken: try await deviceToken(),
                displayName: displayName, locale: locale))
        return try await open(answer.session, answer.tokens, answer.deviceToken, answer.pending)
    }

    /// The user's accounts elsewhere.
    public func identities() async throws(RollcallError) -> [Identity] {
        try await identity.listIdentities(ListIdentitiesRequest()).identities
    }

    /// - Parameter proof: nil in a fresh session, and for an account without a way to sign in.
    @discardableResult public func linkIdentity(
        _ new: IdentityProof, proof: Reauthentication?
    ) async throws(RollcallError) -> Identity {
        let answer = try await identity.linkIdentity(
            LinkIdentityRequest(proof: proof, identity: new))
        return answer.identity ?? Identity()
    }

    /// - Parameter proof: nil in a fresh session. REAUTHENTICATION_REQUIRED asks for one.
    /// - Throws: `RollcallError`; LAST_CREDENTIAL for the last way to sign in.
    public func unlinkIdentity(
        _ old: Identity, proof: Reauthentication?
    ) async throws(RollcallError) {
        _ = try await identity.unlinkIdentity(
            UnlinkIdentityRequest(
                proof: proof, provider: old.provider, subject: old.subject))
    }
}

/// The ways to sign in that a deployment offers.
public typealias SignInOptions = GetSignInOptionsResponse
/// A sign-in at a provider that goes on.
public typealias IdentityAttempt = StartIdentityResponse

extension IdentityProof {
    /// The ID token that a provider's own library has given for an attempt.
    public static func idToken(_ token: String, of attempt: IdentityAttempt) -> IdentityProof {
        IdentityProof(attempt: attempt.attempt, proof: .idToken(token))
    }

    /// What an `ASWebAuthenticationSession` for the attempt's `authorizationURL` has ended with.
    ///
    /// - Throws: `RollcallError`: `canceled` if the user did not want to; ATTEMPT_EXPIRED if the
    ///   URL belongs to another attempt.
    public static func callback(
        _ url: URL, of attempt: IdentityAttempt
    ) throws(RollcallError) -> IdentityProof {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        func value(_ name: String) -> String { items.first { $0.name == name }?.value ?? "" }
        if ["access_denied", "user_cancelled_authorize"].contains(value("error")) {
            throw RollcallError(.canceled, "the user has cancelled", from: .app)
        }
        guard !attempt.state.isEmpty, value("state") == attempt.state, !value("code").isEmpty else {
            var violation = Violation()
            violation.reason = .attemptExpired
            throw RollcallError(
                .notFound, "the URL does not belong to the attempt", from: .app,
                violations: [violation])
        }
        return IdentityProof(attempt: attempt.attempt, proof: .code(value("code")))
    }
}
