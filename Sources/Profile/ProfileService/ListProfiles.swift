import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func listProfiles(
        _ request: ListProfilesRequest, context: CallContext
    ) async throws -> ListProfilesResponse {
        let page = try UserPage(
            userIDs: request.userIDs, afterUserID: request.afterUserID, pageSize: request.pageSize)
        switch page {
        case .these(let users):
            return ListProfilesResponse(
                profiles: try await store.traces(of: users).map(\.message))
        case .page(let after, let limit):
            let traces = try await store.traces(after: after, limit: limit)
            return ListProfilesResponse(
                profiles: traces.map(\.message), hasMore: traces.count == limit)
        }
    }
}

extension ProfileStore.Trace {
    fileprivate var message: ProfileTrace {
        let state: ProfileState =
            switch state {
            case .held: .held
            case .complete: .complete
            case .erased: .erased
            }
        return ProfileTrace(
            userID: user.description, state: state, displayName: name, isFrozen: isFrozen)
    }
}
