import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresencePeerHandler {
    package func listPresences(
        _ request: ListPresencesRequest, context: CallContext
    ) async throws -> ListPresencesResponse {
        let page = try UserPage(
            userIDs: request.userIDs, afterUserID: request.afterUserID, pageSize: request.pageSize)
        switch page {
        case .these(let users):
            let known = merge(
                try await store.traces(of: users), users.filter(leases.knows))
            let traces = Dictionary(uniqueKeysWithValues: known.map { ($0.userID, $0) })
            return ListPresencesResponse(presences: users.compactMap { traces[$0.description] })
        case .page(let after, let limit):
            let known = merge(
                try await store.traces(after: after, limit: limit),
                leases.users(after: after, limit: limit))
            return ListPresencesResponse(
                presences: Array(known.prefix(limit)), hasMore: known.count >= limit)
        }
    }

    /// What the store has, and users of whom it may have nothing; in the order of their ids.
    private func merge(_ stored: [PresenceTrace], _ users: [UUIDv7]) -> [PresenceTrace] {
        let others = Set(users.map(\.description)).subtracting(stored.map(\.userID))
        return (stored + others.map { PresenceTrace(userID: $0) }).sorted { $0.userID < $1.userID }
    }
}
