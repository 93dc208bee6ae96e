import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// The users that a watch asks for, each once, and the fields of them.
struct WatchedUsers: Sendable {
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
        ids = try Set(UUIDv7.distinct(request.userIDs, limit: ProfileBatch.limit))
        fields = try ProfileFields(request: request.fields, orElse: .usual)
    }

    /// A number that is another one for other users, and for other fields.
    var fingerprint: UInt64 {
        let sorted = ids.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
        return SHA256Digest(of: sorted.joined() + [fields.bits]).fingerprint
    }
}
