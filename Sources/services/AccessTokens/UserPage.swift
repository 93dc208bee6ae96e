import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Which users a list of a service is asked for.
package enum UserPage {
    case page(after: UUIDv7?, limit: Int)
    case these([UUIDv7])

    /// - Throws: `RPCError` (FIELD_MALFORMED, TOO_MANY).
    package init(userIDs: [String], afterUserID after: String, pageSize: UInt32) throws {
        guard userIDs.isEmpty else {
            guard userIDs.count <= PageSize.longest else {
                throw RPCError.violation(
                    .invalidArgument, .tooMany, field: "user_ids",
                    "at most \(PageSize.longest) users are listed at once")
            }
            self = .these(try UUIDv7.entries(userIDs, field: "user_ids"))
            return
        }
        self = .page(
            after: after.isEmpty ? nil : try UUIDv7(entry: after, field: "after_user_id"),
            limit: PageSize(pageSize).limit)
    }
}
