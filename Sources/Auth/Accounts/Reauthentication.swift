import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    /// The caller's session, which has not ended, and its account.
    ///
    /// - Throws: `RPCError` (SESSION_ENDED).
    func caller(
        of context: CallContext
    ) async throws -> (session: AccountSession, account: Account) {
        guard let (session, account) = try await store.sessionAndAccount(sessionID(of: context)),
            session.isLive(at: clock(), configuration)
        else { throw RPCError.sessionEnded }
        return (session, account)
    }

    /// The caller's session and account, if the password is the account's: for what somebody who
    /// only found the device must not do. The tries are the session's own: strangers who guess at the
    /// account keep nobody who is signed in from it.
    ///
    /// PERMISSION_DENIED, not UNAUTHENTICATED as at a sign-in: the access token is good, and clients
    /// take the other for a reason to exchange it and to call once more.
    ///
    /// - Parameter field: of the request, where the password stands.
    /// - Throws: `RPCError` (WRONG_CREDENTIALS, TOO_MANY_ATTEMPTS, SESSION_ENDED, OVERLOADED).
    func reauthenticate(
        _ password: String, field: String, _ context: CallContext
    ) async throws -> (session: AccountSession, account: Account) {
        let caller = try await caller(of: context)
        let isRight = try await gate.isRight(
            password, in: caller.session.id, of: caller.account, for: context)
        guard isRight else {
            throw RPCError.violation(
                .permissionDenied, .wrongCredentials, field: field,
                "the password is not that of the account")
        }
        return caller
    }
}
