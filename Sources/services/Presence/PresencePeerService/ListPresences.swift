import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresencePeerHandler {
    package func listPresences(
        _ request: ListPresencesRequest, context: CallContext
    ) async throws -> ListPresencesResponse {
        // No token is of a list of named users.
        let filter = request.userIDs.isEmpty ? "" : "user_ids"
        let page = try pages.page(
            request.pageToken, size: request.pageSize, of: filter, context)
        guard request.userIDs.isEmpty else {
            let users = try UUIDv7.entries(request.userIDs, field: "user_ids")
            let known = merge(
                try await store.traces(of: users), users.filter(leases.knows))
            let traces = Dictionary(uniqueKeysWithValues: known.map { ($0.userID, $0) })
            return ListPresencesResponse(presences: users.compactMap { traces[$0.description] })
        }
        let known = merge(
            try await store.traces(after: page.id, limit: page.limit),
            leases.users(after: page.id, limit: page.limit)
        ).prefix(page.limit)
        return ListPresencesResponse(
            presences: Array(known), nextPageToken: try page.next(after: Array(known), \.userID))
    }

    /// What the store has, and users of whom it may have nothing; in the order of their ids.
    private func merge(_ stored: [PresenceTrace], _ users: [UUIDv7]) -> [PresenceTrace] {
        let others = Set(users.map(\.description)).subtracting(stored.map(\.userID))
        return (stored + others.map { PresenceTrace(userID: $0) }).sorted { $0.userID < $1.userID }
    }
}
