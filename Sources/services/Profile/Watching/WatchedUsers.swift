import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// The users that a watch asks for, each once.
struct WatchedUsers: Sendable {
    static let limit = ProfileBatch.limit

    let ids: Set<UUIDv7>

    init(_ ids: Set<UUIDv7>) {
        self.ids = ids
    }

    /// The field `user_ids` of a request.
    ///
    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED, TOO_MANY).
    init(request texts: [String]) throws {
        guard !texts.isEmpty else {
            throw RPCError.missing("user_ids", "the users are missing")
        }
        ids = try Set(UUIDv7.entries(texts, field: "user_ids", limit: .max))
        guard ids.count <= Self.limit else {
            throw RPCError.violation(
                .invalidArgument, .tooMany, field: "user_ids",
                "at most \(Self.limit) users are watched at once")
        }
    }

    /// A number that is another one for other users.
    var fingerprint: UInt64 {
        let sorted = ids.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
        return SHA256Digest(of: Array(sorted.joined())).fingerprint
    }
}
