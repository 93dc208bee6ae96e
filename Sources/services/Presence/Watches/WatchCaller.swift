import AccessTokens
import RollcallCrypto
import RollcallRPC

/// The caller of a watch, as the access token names them.
package struct WatchCaller: Sendable {
    var user: UUIDv7
    var session: UUIDv7
    /// When the token ends, in milliseconds since 1970-01-01 UTC.
    var end: Int64

    package init(user: UUIDv7, session: UUIDv7, end: Int64) {
        (self.user, self.session, self.end) = (user, session, end)
    }
}

extension WatchCaller {
    /// - Throws: `RPCError` (`unauthenticated`).
    init(_ context: CallContext) throws {
        try self.init(
            user: context.userID, session: context.sessionID,
            end: context.user.expiresAt * 1000)
    }
}
