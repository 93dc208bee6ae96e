import RollcallAPI
import RollcallRPC

/// Finds the session and the account of a caller by the access token of the call.
struct SignedInCallers: Sendable {
    let store: AuthStore
    let verifier: PasswordVerifier
    let limits: Limits
    let challenges: Challenges
    let factors: Factors
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64

    var sessionClock: SessionClock { SessionClock(now: clock(), configuration: configuration) }

    /// The caller's session, which has not ended, and its account.
    ///
    /// - Throws: `RPCError` (SESSION_ENDED).
    func caller(
        of context: CallContext
    ) async throws -> (session: AccountSession, account: Account) {
        guard
            let (session, account) = try await store.sessionAndAccount(context.sessionID),
            session.isLive(at: clock(), configuration)
        else { throw RPCError.sessionEnded }
        return (session, account)
    }

    /// The caller's session and account, with a fresh proof that the user is the account's owner:
    /// for what somebody who only found the device must not do. Guesses count for the session
    /// alone, so that strangers who guess at the account do not keep its owner out.
    ///
    /// Without a proof in the request, the age of the session's last one decides. A refresh does
    /// not renew that, so that a stolen token gains nothing from it.
    ///
    /// An account with a second factor needs a code of it, too, where the RPC asks for that. The
    /// first proof is checked before, so that only who knows it is told whether there is a factor.
    ///
    /// PERMISSION_DENIED, not UNAUTHENTICATED as at a sign-in: the access token is valid, and on
    /// UNAUTHENTICATED clients would exchange it and call again.
    ///
    /// - Throws: `RPCError` (REAUTHENTICATION_REQUIRED, WRONG_CREDENTIALS, CODE_WRONG,
    ///   CODE_EXPIRED, FACTOR_REQUIRED, FACTOR_WRONG, TOO_MANY_ATTEMPTS, SESSION_ENDED,
    ///   OVERLOADED).
    func reauthenticate<Request, Response>(
        _ proof: Reauthentication?, for method: Method<Request, Response>, _ context: CallContext
    ) async throws -> (session: AccountSession, account: Account) {
        let (session, account) = try await caller(of: context)
        let field = "proof.mailed_code"
        var challenge: Challenge?
        switch proof?.proof {
        case .password(let password):
            let isCorrect = try await verifier.isCorrect(
                password, in: session.id, of: account, for: context)
            guard isCorrect else {
                throw RPCError.violation(
                    .permissionDenied, .wrongCredentials, field: "proof.password",
                    "the password is not that of the account")
            }
        case .mailedCode(let code):
            challenge = try await met(by: [(.reauthenticate, code, field)], in: session)[0]
        case nil:
            // An account that nobody can sign in to has no other proof than its sessions, ever.
            var isAlone = account.primary == nil && account.password == nil
            if isAlone { isAlone = try await store.waysIn(of: account.id).isNone }
            guard isAlone || isProof(session, of: account, whenFresh: method.acceptsFreshSession)
            else {
                throw RPCError.violation(
                    .permissionDenied, .reauthenticationRequired, field: "proof",
                    "this needs the password of the account, or a mailed code")
            }
            // A password counts here when it is verified.
            try await limits.spend([limits.permit(.confirmAccount, of: .account(account.id))])
        }
        let factor =
            method.asksForFactor
            ? try await factor(of: account, proof?.factorCode ?? "", in: session) : nil
        guard proof?.proof != nil || factor != nil else { return (session, account) }
        let isNoted = try await store.noteAuthentication(
            in: session.id, by: challenge, meeting: factor, at: sessionClock)
        guard isNoted else {
            throw challenge == nil
                ? RPCError.factorWrong("proof.factor_code", .permissionDenied)
                : RPCError.codeExpired(field)
        }
        return (session, account)
    }

    /// The code of the second factor, if the account has one. Guesses count for the session.
    ///
    /// - Throws: `RPCError` (FACTOR_REQUIRED, FACTOR_WRONG, TOO_MANY_ATTEMPTS).
    private func factor(
        of account: Account, _ text: String, in session: AccountSession
    ) async throws -> FactorUse? {
        guard try await store.hasFactor(account.id) else { return nil }
        guard !text.isEmpty else { throw RPCError.factorRequired }
        let wrong = RPCError.factorWrong("proof.factor_code", .permissionDenied)
        let code = try FactorCode(entered: text).orThrow(wrong)
        let asker = Asker.session(session.id, of: account.id)
        let permits = try limits.guess(at: code, of: account.id, by: asker)
        return try await limits.guessing(with: permits) {
            try await factors.use(of: code, by: account.id).orThrow(wrong)
        }
    }

    /// The challenges of the caller's account that codes meet, in the order of the codes. Guesses
    /// count for the session, and the tries are stored before the codes are compared.
    ///
    /// - Parameter codes: each with its purpose, and the request's field that has it.
    /// - Throws: `RPCError` with CODE_WRONG or CODE_EXPIRED for each code that meets none;
    ///   TOO_MANY_ATTEMPTS.
    func met(
        by codes: [(purpose: ChallengePurpose, text: String, field: String)],
        in session: AccountSession
    ) async throws -> [Challenge] {
        // What cannot be a code is no guess.
        try Self.refuse(
            codes.filter { DigitCode(entered: $0.text, .mailed) == nil }.map {
                .codeWrong($0.field)
            })
        return try await limits.guessing(by: .session(session.id, of: session.accountID)) {
            let found = try await store.takeTries(
                of: session.accountID, codes.map(\.purpose), now: clock())
            try Self.refuse(
                codes.compactMap { purpose, text, field in
                    guard let challenge = found[purpose] else { return .codeExpired(field) }
                    return try challenges.isMet(challenge, by: text) ? nil : .codeWrong(field)
                })
            return codes.compactMap { found[$0.purpose] }
        }
    }

    /// - Throws: the errors as one, unless there is none.
    private static func refuse(_ errors: [RPCError]) throws {
        guard let first = errors.first else { return }
        let isExpired = errors.contains { $0.code == .notFound }
        throw RPCError.violations(
            isExpired ? .notFound : first.code,
            errors.flatMap { $0.detail(ErrorInfo.self)?.violations ?? [] })
    }

    /// Whether the session proves enough by itself. For an account without a password and without a
    /// verified address there is no other proof.
    private func isProof(_ session: AccountSession, of account: Account, whenFresh: Bool) -> Bool {
        guard whenFresh || (account.password == nil && account.verifiedPrimary == nil),
            let provedAt = session.authenticatedAt
        else { return false }
        // A proof from the future, as the clock was set back, is not fresh.
        return (0..<configuration.freshProofTime.wholeMilliseconds).contains(clock() - provedAt)
    }
}

extension RPCError {
    static var sessionEnded: RPCError {
        .violation(
            .unauthenticated, .sessionEnded, "the session was signed out or has expired; sign in")
    }
}
