import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresenceHandler {
    package func listPresences(
        _ request: ListPresencesRequest, context: CallContext
    ) async throws -> ListPresencesResponse {
        switch try TracePage(request) {
        case .these(let users):
            let stored = try await store.traces(of: users)
            let known = PresenceStore.Trace.merge(stored, users.filter(leases.knows))
            let traces = Dictionary(uniqueKeysWithValues: known.map { ($0.user, $0) })
            return ListPresencesResponse(presences: users.compactMap { traces[$0]?.message })
        case .page(let after, let limit):
            let stored = try await store.traces(after: after, limit: limit)
            let known = PresenceStore.Trace.merge(
                stored, leases.users(after: after, limit: limit))
            return ListPresencesResponse(
                presences: known.prefix(limit).map(\.message), hasMore: known.count >= limit)
        }
    }
}

extension PresenceStore.Trace {
    /// What the store has, and users of whom it may have nothing; in the order of their ids.
    fileprivate static func merge(_ stored: [Self], _ users: [UUIDv7]) -> [Self] {
        let others = Set(users).subtracting(stored.map(\.user))
        guard !others.isEmpty else { return stored }
        let added = others.map { Self(user: $0, isErased: false, isFrozen: false) }
        return (stored + added).sorted { $0.user < $1.user }
    }

    fileprivate var message: PresenceTrace {
        PresenceTrace(userID: user.description, isErased: isErased, isFrozen: isFrozen)
    }
}
