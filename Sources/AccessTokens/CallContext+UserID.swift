import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension CallContext {
    /// The account that an RPC whose rule is `user`, `owner` or `admin` is called by.
    ///
    /// - Throws: `RPCError` (`unauthenticated`).
    package var userID: UUIDv7 {
        get throws {
            guard let id = UUIDv7(try user.userID) else {
                throw RPCError.violation(
                    .unauthenticated, .accessTokenInvalid, "the access token names no user")
            }
            return id
        }
    }
}
