import RollcallAPI
import RollcallRPC

/// Answers the calls of `FactorService`, each in a file named for it.
package struct FactorHandler: FactorService {
    let store: AuthStore
    let callers: SignedInCallers
    let factors: Factors
    let notices: Notices

    /// Changes the factor of the caller's account, and tells the owner.
    ///
    /// - Throws: `RPCError` (ABORTED) if the account is another than when the proof was verified.
    func change(
        _ account: Account, by change: FactorChange, in session: AccountSession,
        telling kind: MailKind
    ) async throws {
        let isDone = try await store.changeFactor(
            of: account, by: change, in: session.id, telling: notices.make(kind, of: account),
            at: callers.sessionClock)
        guard isDone else {
            throw RPCError(.aborted, "the account was changed meanwhile; try again")
        }
    }
}
