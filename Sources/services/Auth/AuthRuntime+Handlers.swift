import RollcallAPI
import RollcallRPC

/// What answers the calls of each service.
extension AuthRuntime {
    /// Has a server answer all calls of Auth.
    package func add(to router: inout Router) {
        router.surrounding = AuditOrigin.surrounding
        defer { router.surrounding = nil }
        router.add(handler)
        router.add(account)
        router.add(accountData)
        router.add(factor)
        router.add(identity)
        router.add(admin)
        router.add(passkey)
        router.add(imports)
        router.add(AuditHandler(store: store, admin: admin, pages: pages))
        router.add(revocations)
        router.add(accountChanges)
    }

    var handler: AuthHandler {
        AuthHandler(
            store: store, names: peers.names, limits: limits, verifier: verifier, hasher: hasher,
            passwordRules: passwordRules, callers: callers, issuer: issuer,
            publishedKeys: rotation.published, signUps: signUps,
            signUpsUnderWay: signUpsUnderWay, rehashes: rehashes,
            notices: notices, challenges: challenges, factors: factors,
            resetRequests: resetRequests, passkeys: passkeys, authenticator: authenticator,
            metrics: environment.metrics, configuration: configuration,
            clock: environment.clock, logger: environment.logger)
    }

    var signUps: SignUpSaga {
        SignUpSaga(
            store: store, peers: peers, hasher: hasher, issuer: issuer, challenges: challenges,
            limits: limits, underWay: signUpsUnderWay, ids: ids,
            configuration: configuration, clock: environment.clock, logger: environment.logger)
    }

    var account: AccountHandler {
        AccountHandler(
            store: store, callers: callers, limits: limits, challenges: challenges,
            resetRequests: resetRequests, verifier: verifier,
            hasher: hasher, passwordRules: passwordRules, issuer: issuer, notices: notices,
            ids: ids, configuration: configuration, clock: environment.clock,
            random: environment.random)
    }

    private var accountData: AccountDataHandler {
        AccountDataHandler(
            callers: callers, deletion: deletion, peers: peers, limits: limits, store: store,
            clock: environment.clock)
    }

    private var factor: FactorHandler {
        FactorHandler(
            store: store, callers: callers, factors: factors, notices: notices)
    }

    var identity: IdentityHandler {
        IdentityHandler(
            store: store, callers: callers, identities: identities, signIns: handler,
            names: peers.names, limits: limits, configuration: configuration,
            clock: environment.clock)
    }

    private var admin: AuthAdminHandler {
        AuthAdminHandler(
            store: store, peers: peers, limits: limits, deletion: deletion, notices: notices,
            challenges: challenges, mail: mail, rotation: rotation, consistency: consistency,
            authenticator: authenticator, pages: pages, ids: ids,
            log: AdminLog(logger: environment.logger), configuration: configuration,
            clock: environment.clock, random: environment.random)
    }

    private var passkey: PasskeyHandler {
        PasskeyHandler(
            store: store, callers: callers, limits: limits, names: peers.names, passkeys: passkeys,
            notices: notices, signIns: handler,
            deploymentName: mail?.renderer.delivery.name.text ?? "Rollcall",
            clock: environment.clock)
    }

    private var imports: ImportHandler {
        ImportHandler(
            store: store, peers: peers, hashes: hashes, signUpsUnderWay: signUpsUnderWay,
            authenticator: authenticator, pages: pages, ids: ids,
            log: AdminLog(logger: environment.logger), clock: environment.clock)
    }

    var revocations: RevocationHandler {
        RevocationHandler(
            store: store, cursors: revocationCursors, authenticator: authenticator,
            clock: environment.clock, logger: environment.logger)
    }
    var accountChanges: AccountChangeHandler {
        AccountChangeHandler(
            store: store, authenticator: authenticator, clock: environment.clock)
    }
}
