import RollcallCrypto

/// Whatever is counted: by one limiter, on a clock that nobody sets.
struct Limits: Sendable {
    let limiter: Limiter
    let signUps: SignUpLimits
    let mail: MailLimits
    let codeTries: CodeTries

    /// - Parameters:
    ///   - secret: of `AuthStore.unlock`.
    ///   - clock: `LimiterClock`'s.
    /// - Throws: what the store says.
    init(
        _ policies: LimitPolicies, store: AuthStore, secret: Secret,
        clock: @escaping @Sendable () -> Int64, metrics: AuthMetrics
    ) async throws {
        limiter = Limiter(
            policies: policies, secret: secret, rows: try await store.meters(now: clock()),
            clock: clock, metrics: metrics)
        signUps = SignUpLimits(limiter: limiter, store: store)
        mail = MailLimits(limiter: limiter, store: store)
        codeTries = CodeTries(limiter: limiter, store: store)
    }
}
