import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfilePeerHandler {
    package func listProfiles(
        _ request: ListProfilesRequest, context: CallContext
    ) async throws -> ListProfilesResponse {
        // No token is of a list of named users.
        let filter = request.userIDs.isEmpty ? "" : "user_ids"
        let page = try pages.page(
            request.pageToken, size: request.pageSize, of: filter, context)
        guard request.userIDs.isEmpty else {
            let users = try UUIDv7.entries(request.userIDs, field: "user_ids")
            return ListProfilesResponse(profiles: try await store.traces(of: users))
        }
        let traces = try await store.traces(after: page.id, limit: page.limit)
        return ListProfilesResponse(
            profiles: traces, nextPageToken: try page.next(after: traces, \.userID))
    }
}
