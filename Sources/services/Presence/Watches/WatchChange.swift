import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What one message of a watch's caller asks for.
package struct WatchChange: Sendable {
    /// Each once.
    var added: [UUIDv7]
    /// Removed before the others are added; each once.
    var removed: [UUIDv7] = []
    var cursor: PresenceCursor?
}

extension WatchChange {
    /// A message.
    ///
    /// - Throws: `RPCError` (`invalidArgument`).
    package init(_ request: WatchRequest) throws {
        added = try UUIDv7.distinct(request.userIDs)
        removed = try UUIDv7.distinct(request.removedUserIDs, field: "removed_user_ids")
        cursor = request.cursor
    }

    /// The first message.
    ///
    /// - Throws: `RPCError` (`invalidArgument`).
    init(opening request: WatchRequest?) throws {
        try self.init(request ?? WatchRequest())
        guard !added.isEmpty else {
            throw RPCError.missing("user_ids", "the users are missing")
        }
    }
}
