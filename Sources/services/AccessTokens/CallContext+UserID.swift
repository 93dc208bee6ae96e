import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension CallContext {
    /// The account that an RPC whose rule is `user`, `owner` or `admin` is called by.
    ///
    /// - Throws: `RPCError` (`unauthenticated`).
    package var userID: UUIDv7 {
        get throws { try id(user.userID) }
    }

    /// The account that an RPC whose rule is `anyoneOrUser` is called by; `nil` if nobody is signed
    /// in.
    ///
    /// - Throws: `RPCError` (`unauthenticated`).
    package var signedInUserID: UUIDv7? {
        get throws {
            guard case .user(let identity) = caller else { return nil }
            return try id(identity.userID)
        }
    }

    /// The session that an RPC whose rule is `user`, `owner` or `admin` is called by.
    ///
    /// - Throws: `RPCError` (`unauthenticated`).
    package var sessionID: UUIDv7 {
        get throws { try id(user.sessionID) }
    }

    private func id(_ text: String) throws -> UUIDv7 {
        try UUIDv7(text).orThrow(
            .violation(.unauthenticated, .accessTokenInvalid, "the access token names no user"))
    }
}
