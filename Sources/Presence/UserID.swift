import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension CallContext {
    /// The signed-in user whose devices and watches they are.
    var userID: UUIDv7 {
        get throws {
            guard let id = UUIDv7(try user.userID) else {
                throw RPCError.violation(
                    .unauthenticated, .accessTokenInvalid, "the access token names no user")
            }
            return id
        }
    }
}
