import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfilePeerHandler {
    package func getDisplayNames(
        _ request: GetDisplayNamesRequest, context: CallContext
    ) async throws -> GetDisplayNamesResponse {
        let users = try UUIDv7.entries(request.userIDs, field: "user_ids")
        let names = try await store.names(of: users)
        return GetDisplayNamesResponse(
            users: names.map { NamedUser(userID: $0.user.description, displayName: $0.name) })
    }
}
