import AccessTokens
import RollcallRPC

/// What answers the calls of each service.
extension AuthParts {
    func authHandler(_ authenticator: CurrentCallers) -> AuthHandler {
        AuthHandler(
            signUps: signUpHandler(), signIns: signInHandler(),
            refreshes: RefreshHandler(
                store: store, issuer: issuer, mint: issuer.mint, notices: notices,
                configuration: configuration, clock: clock, random: random, logger: logger),
            sessions: SessionHandler(
                store: store, authenticator: authenticator, configuration: configuration,
                clock: clock),
            serviceTokens: ServiceTokenHandler(
                store: store, keys: rotation.ring, lifetime: configuration.serviceTokenLifetime,
                clock: clock),
            keys: rotation.ring, metrics: environment.metrics)
    }

    private func signUpHandler() -> SignUpHandler {
        SignUpHandler(
            limits: limits, verifier: verifier, underWay: underWay, saga: signUpSaga(),
            store: store, names: peers.names, issuer: issuer, configuration: configuration,
            clock: clock)
    }

    func signUpSaga() -> SignUpSaga {
        SignUpSaga(
            store: store, names: peers.names, hasher: hasher, issuer: issuer,
            challenges: challenges, limits: limits, ids: ids,
            outbox: peers.profileOutbox, presenceOutbox: peers.presenceOutbox,
            configuration: configuration, clock: clock, logger: logger)
    }

    private func signInHandler() -> SignInHandler {
        SignInHandler(
            store: store, names: peers.names, verifier: verifier, issuer: issuer,
            rehashes: rehashes,
            notices: notices, refusals: environment.metrics.refusedSignIns,
            configuration: configuration, clock: clock, logger: logger)
    }

    func accountHandler() -> AccountHandler {
        let accounts = AccountInfos(store: store, clock: clock)
        return AccountHandler(
            settings: AccountSettingsHandler(callers: callers, accounts: accounts, store: store),
            passwords: PasswordChangeHandler(
                callers: callers, rules: passwordRules, hasher: hasher, notices: notices,
                store: store, configuration: configuration, clock: clock),
            addresses: AddressHandler(
                callers: callers, accounts: accounts, challenges: challenges,
                limits: limits, notices: notices, store: store,
                ids: ids, configuration: configuration, clock: clock),
            resetRequests: PasswordResetRequestHandler(
                requests: resetRequests, challenges: challenges, limits: limits,
                padding: verifier.padding, store: store, domains: configuration.mailDomains,
                clock: clock, random: random),
            resets: PasswordResetHandler(
                challenges: challenges, limits: limits, rules: passwordRules,
                verifier: verifier, hasher: hasher, issuer: issuer, notices: notices, store: store,
                clock: clock),
            links: LinkHandler(
                challenges: challenges, limits: limits, hasher: hasher,
                notices: notices, store: store, clock: clock, random: random))
    }

    func accountDataHandler() -> AccountDataHandler {
        AccountDataHandler(
            callers: callers, deletion: deletion, names: peers.names, presence: peers.records,
            limits: limits, store: store, configuration: configuration, clock: clock)
    }

    func revocationHandler(_ authenticator: CurrentCallers) -> RevocationHandler {
        RevocationHandler(
            store: store, cursors: revocationCursors, authenticator: authenticator, clock: clock,
            logger: logger)
    }

    func adminHandler() -> AuthAdminHandler {
        let log = AdminLog(logger: logger)
        return AuthAdminHandler(
            users: UserHandler(
                store: store, names: peers.names, deletion: deletion, pages: pages, log: log,
                configuration: configuration, clock: clock),
            deliveries: DeliveryHandler(
                outboxes: peers.outboxes, store: store, pages: pages, log: log),
            bans: BanHandler(
                limits: limits, store: store, names: peers.names, pages: pages, log: log),
            services: ServiceCredentialHandler(
                store: store, ids: ids, random: random, log: log, clock: clock),
            mails: MailHandler(
                mail: mail, store: store, ids: ids, pages: pages, log: log, clock: clock),
            keys: SigningKeyHandler(rotation: rotation, log: log),
            consistency: ConsistencyHandler(
                check: consistency, store: store, log: log, clock: clock))
    }

    /// Knows callers by their tokens. The tokens are Auth's own, so no other service is asked.
    func authenticator() -> CurrentCallers {
        let tokens = TokenAuthenticator(
            verifier: AccessTokenVerifier(
                keys: rotation.verificationKeys, deployment: "\(configuration.deployment)",
                accepts: store.feed.isOfThisEpoch, clock: clock))
        return CurrentCallers(
            store: store, configuration: configuration, clock: clock, fallback: tokens)
    }
}
