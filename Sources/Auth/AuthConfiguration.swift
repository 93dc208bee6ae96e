import AccessTokens

/// How long things live, how long Auth waits for others, and how often they may ask.
package struct AuthConfiguration: Sendable {
    /// Of an access token, from its signing. A service that does not follow the revocations accepts a
    /// revoked session for as long.
    package var accessTokenLifetime = Duration.seconds(600)
    /// The longest that may be configured.
    package static let longestAccessTokenLifetime = Duration.seconds(3600)
    /// How long a key signs tokens before the next one does; `nil` to rotate only on request.
    package var signingKeyLifetime: Duration? = .days(30)
    /// A session that is not refreshed, from its last refresh.
    package var sessionIdleLifetime = Duration.days(30)
    /// A session, from its opening, however often it is refreshed.
    package var sessionLifetime = Duration.days(365)
    /// A service token: Auth's own, and those that credentials are exchanged for.
    package var serviceTokenLifetime = Duration.seconds(300)
    /// One call to Profile.
    package var profileTimeout = Duration.seconds(5)
    /// One call to Presence.
    package var presenceTimeout = Duration.seconds(5)
    /// Between two searches for sign-ups that could not be ended in order.
    package var recoveryPause = Duration.seconds(60)
    /// Between two tries to tell Profile of an outcome.
    package var outboxBackoff = Backoff()
    /// Between two looks for notices of what administrators have taken away of profiles.
    package var noticePoll = Duration.seconds(5)
    /// How long such notices cannot be read before Auth warns.
    package var noticeWarningTime = Duration.seconds(60)
    /// Between two calls that find out whether the other services accept Auth's token.
    package var tokenProbeInterval = Duration.seconds(5)
    /// How long the services cannot be compared after a restore before Auth warns.
    package var comparisonWarningTime = Duration.seconds(60)
    /// Wrong secrets are answered at multiples of it; nil to derive it from the cost of a hash.
    package var answerQuantum: Duration?
    package var commonPasswords = CommonPasswords.builtIn
    package var mailDomains = MailDomains.public
    /// Whether nobody signs up without a display name.
    package var requiresDisplayName = false
    /// The name of the deployment, which its tokens are for.
    package var deployment = DeploymentName.standard
    package var limits = LimitPolicies()

    package init() {}
}

extension Duration {
    package static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
