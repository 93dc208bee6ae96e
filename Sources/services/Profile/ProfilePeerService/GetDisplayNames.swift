import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfilePeerHandler {
    /// Users in one request: as many as a page of a list has.
    private static let userLimit = 500

    package func getDisplayNames(
        _ request: GetDisplayNamesRequest, context: CallContext
    ) async throws -> GetDisplayNamesResponse {
        guard request.userIDs.count <= Self.userLimit else {
            throw RPCError.violation(
                .invalidArgument, .tooMany, field: "user_ids",
                "a request has at most \(Self.userLimit) ids")
        }
        let users = try UUIDv7.entries(request.userIDs, field: "user_ids")
        let names = try await store.names(of: users)
        return GetDisplayNamesResponse(
            users: names.map { NamedUser(userID: $0.user.description, displayName: $0.name) })
    }
}
