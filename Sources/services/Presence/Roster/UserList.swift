import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// The users that a request names.
struct UserList {
    static let limit = 1_000

    /// In the order of the request, each once.
    let ids: [UUIDv7]

    /// - Parameter field: the field of the request that `texts` is.
    /// - Throws: `RPCError` (`invalidArgument`).
    init(request texts: [String], field: String = "user_ids") throws {
        // At once: to grow means to hash again all that is there.
        let most = min(texts.count, Self.limit)
        var seen = Set<UUIDv7>(minimumCapacity: most)
        var ids: [UUIDv7] = []
        ids.reserveCapacity(most)
        for (index, text) in texts.enumerated() {
            let id = try UUIDv7(entry: text, field: "\(field)[\(index)]")
            guard seen.insert(id).inserted else { continue }
            guard ids.count < Self.limit else {
                throw RPCError.violation(
                    .invalidArgument, .tooMany, field: field,
                    "at most \(Self.limit) users at once")
            }
            ids.append(id)
        }
        self.ids = ids
    }
}
