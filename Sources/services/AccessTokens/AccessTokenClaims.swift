import RollcallRPC

/// What an access token says, once its signature has been checked: who calls, and until when.
package struct AccessTokenClaims: Sendable, Equatable {
    /// The `iss` of every token of a deployment.
    package static let issuer = "rollcall"
    /// How long before its beginning a token is accepted, in seconds. It is long, as no renewal
    /// helps against a clock that is behind Auth's.
    static let earliness: Int64 = 60

    /// The account or the service that the token speaks for.
    package let subject: Subject
    /// Seconds since 1970-01-01 UTC.
    package let issuedAt: Int64
    /// Seconds since 1970-01-01 UTC. Auth signs no token for later: others might.
    package let notBefore: Int64?
    /// Seconds since 1970-01-01 UTC.
    package let expiresAt: Int64
    /// The epoch that the token was signed in. When Auth begins another epoch, all sessions of
    /// before have ended. `nil` in a service's token, which has no session, and in tokens of
    /// versions without epochs. A check of the epoch refuses a user's token without one.
    package let epoch: UInt64?

    package enum Subject: Sendable, Equatable {
        /// Both are UUIDs in their text form.
        case user(userID: String, sessionID: String, isAdmin: Bool)
        /// The service's name, such as `auth`.
        case service(String)
    }

    package init(
        subject: Subject, issuedAt: Int64, notBefore: Int64? = nil, expiresAt: Int64,
        epoch: UInt64? = nil
    ) {
        self.subject = subject
        self.issuedAt = issuedAt
        self.notBefore = notBefore
        self.expiresAt = expiresAt
        self.epoch = epoch
    }

    /// Whether the token is valid at a time, in seconds since 1970-01-01 UTC.
    ///
    /// - Parameter leeway: how long after its end it is accepted, in seconds.
    func isCurrent(at now: Int64, leeway: Int64) -> Bool {
        max(issuedAt, notBefore ?? 0, 0) - Self.earliness <= now && now - leeway < expiresAt
    }

    /// The caller, as a handler gets to see it.
    package var caller: Caller {
        switch subject {
        case .service(let name):
            .service(name)
        case .user(let userID, let sessionID, let isAdmin):
            .user(
                UserIdentity(
                    userID: userID, sessionID: sessionID, isAdmin: isAdmin, expiresAt: expiresAt))
        }
    }
}
