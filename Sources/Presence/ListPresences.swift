import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func listPresences(
        _ request: ListPresencesRequest, context: CallContext
    ) async throws -> ListPresencesResponse {
        switch try TracePage(request) {
        case .these(let users):
            return ListPresencesResponse(
                presences: try await store.traces(of: users).map(\.message))
        case .page(let after, let limit):
            let traces = try await store.traces(after: after, limit: limit)
            return ListPresencesResponse(
                presences: traces.map(\.message), hasMore: traces.count == limit)
        }
    }
}

extension PresenceStore.Trace {
    fileprivate var message: PresenceTrace {
        PresenceTrace(userID: user.description, isErased: isErased, isFrozen: isFrozen)
    }
}
