import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresenceHandler {
    package func listPresences(
        _ request: ListPresencesRequest, context: CallContext
    ) async throws -> ListPresencesResponse {
        let page = try UserPage(
            userIDs: request.userIDs, afterUserID: request.afterUserID, pageSize: request.pageSize)
        switch page {
        case .these(let users):
            let stored = try await store.traces(of: users)
            let known = merge(stored, users.filter(leases.knows))
            let traces = Dictionary(uniqueKeysWithValues: known.map { ($0.user, $0) })
            return ListPresencesResponse(presences: users.compactMap { traces[$0]?.message })
        case .page(let after, let limit):
            let stored = try await store.traces(after: after, limit: limit)
            let known = merge(stored, leases.users(after: after, limit: limit))
            return ListPresencesResponse(
                presences: known.prefix(limit).map(\.message), hasMore: known.count >= limit)
        }
    }

    /// What the store has, and users of whom it may have nothing; in the order of their ids.
    private func merge(
        _ stored: [PresenceStore.Trace], _ users: [UUIDv7]
    ) -> [PresenceStore.Trace] {
        let others = Set(users).subtracting(stored.map(\.user))
        let added = others.map { PresenceStore.Trace(user: $0, isErased: false) }
        return (stored + added).sorted { $0.user < $1.user }
    }
}

extension PresenceStore.Trace {
    fileprivate var message: PresenceTrace {
        PresenceTrace(userID: user.description, isErased: isErased)
    }
}
