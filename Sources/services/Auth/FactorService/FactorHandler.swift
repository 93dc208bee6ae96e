import RollcallAPI
import RollcallRPC

/// Answers the calls of `FactorService`, each in a file named for it.
package struct FactorHandler: FactorService {
    let store: AuthStore
    let callers: SignedInCallers
    let factors: Factors
    let limits: Limits
    let notices: Notices

    /// What was proved is not what the account has any more, such as by two calls at once.
    static var changedMeanwhile: RPCError {
        RPCError(.aborted, "the account was changed meanwhile; try again")
    }
}
