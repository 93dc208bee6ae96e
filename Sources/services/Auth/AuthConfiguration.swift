import AccessTokens
import OpenIDConnect
import RollcallRPC
import WebAuthn

/// The lifetimes, timeouts and limits of Auth.
package struct AuthConfiguration: Sendable {
    /// The lifetime of an access token, from its signing. A service that does not follow the
    /// revocations accepts a revoked session for this time.
    package var accessTokenLifetime = Duration.seconds(600)
    /// The longest lifetime that may be configured.
    package static let longestAccessTokenLifetime = Duration.seconds(3600)
    /// How long a key signs tokens before it is replaced; `nil` to rotate only on request.
    package var signingKeyLifetime: Duration? = .days(30)
    /// How long a session lives after its last refresh.
    package var sessionIdleLifetime = Duration.days(30)
    /// How long a session lives after its opening, even if it is refreshed.
    package var sessionLifetime = Duration.days(365)
    /// How long a session is proof enough of its user for the RPCs that accept that: after its
    /// opening, or after another proof.
    package var freshProofTime = Duration.seconds(300)
    /// How long entries of the audit log are kept.
    package var auditRetention = Duration.days(365)
    /// The lifetime of a service token: Auth's own, and those in exchange for credentials.
    package var serviceTokenLifetime = Duration.seconds(300)
    /// How long a watch of a session is quiet until it sends an empty message: half of what apps
    /// may count on, as a change that the session does not show begins the wait again.
    package var longestQuiet = Duration.seconds(10)
    /// The timeout of a call to Profile.
    package var profileTimeout = Duration.seconds(5)
    /// The timeout of a call to Presence.
    package var presenceTimeout = Duration.seconds(5)
    /// The pause between two searches for incomplete sign-ups.
    package var recoveryPause = Duration.seconds(60)
    /// The pause between two attempts to tell Profile of an outcome.
    package var outboxBackoff = Backoff(
        initial: .milliseconds(100), multiplier: 2, maximum: .seconds(15))
    /// The pause between two searches for notices of fields that administrators have taken away.
    package var noticePoll = Duration.seconds(5)
    /// The pause between two calls that test whether the other services accept Auth's token.
    package var tokenProbeInterval = Duration.seconds(5)
    /// The answer to a wrong secret comes at a multiple of this time; nil to derive it from the
    /// cost of a hash.
    package var answerQuantum: Duration?
    package var commonPasswords = CommonPasswords.builtIn
    package var mailDomains = MailDomains.public
    /// Whether a sign-up needs a display name.
    package var requiresDisplayName = false
    /// Whether a code can be mailed in place of a password.
    package var mailsSignInCodes = false
    /// Whether accounts can be made without an address and a password.
    package var allowsAnonymousAccounts = true
    /// How long an account that nobody can sign in to is kept without use; nil for ever.
    package var anonymousAccountLifetime: Duration? = .days(60)
    /// Whose identities sign in, in the order in which they are shown.
    package var identityProviders: [OpenIDConnect.IdentityProvider] = []
    /// Where browsers come back to from a provider; nil without pages.
    package var pages: LinkBase?
    /// Between two looks for grants that providers are to revoke.
    package var grantPoll = Duration.seconds(10)
    /// Whether a sign-in on an unknown device needs a mailed code, too.
    package var confirmsUnknownDevices = false
    /// Whose passkeys are accepted; nil for none.
    package var relyingParty: RelyingParty?
    /// Whether the database was put back from a copy: another epoch begins at the start.
    package var isRestored = false
    /// The name of the deployment: the audience of its tokens.
    package var deployment = DeploymentName.standard
    package var limits = LimitPolicies()

    package init() {}
}

extension Duration {
    package static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
