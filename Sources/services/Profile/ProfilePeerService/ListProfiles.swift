import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfilePeerHandler {
    package func listProfiles(
        _ request: ListProfilesRequest, context: CallContext
    ) async throws -> ListProfilesResponse {
        let page = try UserPage(
            userIDs: request.userIDs, afterUserID: request.afterUserID, pageSize: request.pageSize)
        switch page {
        case .these(let users):
            return ListProfilesResponse(profiles: try await store.traces(of: users))
        case .page(let after, let limit):
            let traces = try await store.traces(after: after, limit: limit)
            return ListProfilesResponse(profiles: traces, hasMore: traces.count == limit)
        }
    }
}
