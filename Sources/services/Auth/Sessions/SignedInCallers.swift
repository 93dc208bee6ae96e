import RollcallAPI
import RollcallRPC

/// Finds the session and the account of a caller by the access token of the call.
struct SignedInCallers: Sendable {
    let store: AuthStore
    let verifier: PasswordVerifier
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

    /// The caller's session and account, if the password is the account's: for what somebody who
    /// only found the device must not do. Guesses count for the session alone, so that strangers
    /// who guess at the account do not keep its owner out.
    ///
    /// PERMISSION_DENIED, not UNAUTHENTICATED as at a sign-in: the access token is valid, and on
    /// UNAUTHENTICATED clients would exchange it and call again.
    ///
    /// - Throws: `RPCError` (REAUTHENTICATION_REQUIRED, WRONG_CREDENTIALS, TOO_MANY_ATTEMPTS,
    ///   SESSION_ENDED, OVERLOADED).
    func reauthenticate<Request, Response>(
        _ proof: Reauthentication?, for method: Method<Request, Response>, _ context: CallContext
    ) async throws -> (session: AccountSession, account: Account) {
        let caller = try await caller(of: context)
        guard case .password(let password)? = proof?.proof else {
            throw RPCError.violation(
                .permissionDenied, .reauthenticationRequired, field: "proof",
                "this needs the password of the account, or a mailed code")
        }
        let isCorrect = try await verifier.isCorrect(
            password, in: caller.session.id, of: caller.account, for: context)
        guard isCorrect else {
            throw RPCError.violation(
                .permissionDenied, .wrongCredentials, field: "proof.password",
                "the password is not that of the account")
        }
        return caller
    }
}

extension RPCError {
    static var sessionEnded: RPCError {
        .violation(
            .unauthenticated, .sessionEnded, "the session was signed out or has expired; sign in")
    }
}
