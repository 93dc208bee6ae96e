import RollcallAPI
import RollcallRPC

/// Finds the session and the account of a caller by the access token of the call.
struct SignedInCallers: Sendable {
    let store: AuthStore
    let verifier: PasswordVerifier
    let limits: Limits
    let challenges: Challenges
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64

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
    /// PERMISSION_DENIED, not UNAUTHENTICATED as at a sign-in: the access token is valid, and on
    /// UNAUTHENTICATED clients would exchange it and call again.
    ///
    /// - Throws: `RPCError` (REAUTHENTICATION_REQUIRED, WRONG_CREDENTIALS, CODE_WRONG,
    ///   CODE_EXPIRED, TOO_MANY_ATTEMPTS, SESSION_ENDED, OVERLOADED).
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
            challenge = try await met(.reauthenticate, by: code, field: field, in: session)
        case nil:
            guard isProof(session, of: account, whenFresh: method.acceptsFreshSession) else {
                throw RPCError.violation(
                    .permissionDenied, .reauthenticationRequired, field: "proof",
                    "this needs the password of the account, or a mailed code")
            }
            // A password counts here when it is verified.
            try await limits.spend([limits.permit(.confirmAccount, of: .account(account.id))])
            return (session, account)
        }
        let isNoted = try await store.noteAuthentication(
            in: session.id, by: challenge, now: clock(), configuration)
        guard isNoted else { throw RPCError.codeExpired(field) }
        return (session, account)
    }

    /// The challenge of the caller's account that a code meets. Guesses count for the session.
    ///
    /// - Throws: `RPCError` (CODE_WRONG, CODE_EXPIRED, TOO_MANY_ATTEMPTS).
    func met(
        _ purpose: ChallengePurpose, by code: String, field: String, in session: AccountSession
    ) async throws -> Challenge {
        // What cannot be a code is no guess.
        guard ChallengeCode(entered: code) != nil else { throw RPCError.codeWrong(field) }
        return try await limits.guessing(by: .session(session.id, of: session.accountID)) {
            try await challenges.met(
                by: code, at: .account(session.accountID, purpose), field: field)
        }
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
