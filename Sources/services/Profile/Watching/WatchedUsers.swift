import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// The users that a watch asks for, each once, and the fields of them.
struct WatchedUsers: Sendable {
    static let limit = ProfileBatch.limit

    let ids: Set<UUIDv7>
    let fields: ProfileFields

    init(_ ids: Set<UUIDv7>, fields: ProfileFields = .usual) {
        (self.ids, self.fields) = (ids, fields)
    }

    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED, TOO_MANY).
    init(_ request: WatchProfilesRequest) throws {
        guard !request.userIDs.isEmpty else {
            throw RPCError.missing("user_ids", "the users are missing")
        }
        ids = try Set(UUIDv7.entries(request.userIDs, field: "user_ids", limit: .max))
        fields = try ProfileFields(request: request.fields, orElse: .usual)
        guard ids.count <= Self.limit else {
            throw RPCError.violation(
                .invalidArgument, .tooMany, field: "user_ids",
                "at most \(Self.limit) users are watched at once")
        }
    }

    /// A number that is another one for other users, and for other fields.
    var fingerprint: UInt64 {
        let sorted = ids.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
        return SHA256Digest(of: sorted.joined() + [fields.bits]).fingerprint
    }
}
