import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Which users a request for traces is about.
enum TracePage {
    case page(after: UUIDv7?, limit: Int)
    case these([UUIDv7])

    /// Users of one answer.
    static let limit = PageSize.longest

    init(_ request: ListProfilesRequest) throws {
        guard request.userIDs.isEmpty else {
            guard request.userIDs.count <= Self.limit else {
                throw RPCError.violation(
                    .invalidArgument, .tooMany, field: "user_ids",
                    "at most \(Self.limit) users are listed at once")
            }
            self = .these(try request.userIDs.map { try Self.id($0, field: "user_ids") })
            return
        }
        let after = request.afterUserID
        self = .page(
            after: after.isEmpty ? nil : try Self.id(after, field: "after_user_id"),
            limit: PageSize(request.pageSize).limit)
    }

    private static func id(_ text: String, field: String) throws -> UUIDv7 {
        guard let id = UUIDv7(text) else {
            throw RPCError.violation(
                .invalidArgument, .fieldMalformed, field: field,
                "a user id is a UUID of version 7 in its text form")
        }
        return id
    }
}
