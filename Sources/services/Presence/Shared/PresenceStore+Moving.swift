import Redis
import RollcallCrypto

extension PresenceStore {
    /// Gives an engine what a service with a file has kept by itself: when users were last seen,
    /// and their status texts. What the engine knows is newer and stays, so this can be repeated.
    ///
    /// - Returns: of how many users.
    /// - Throws: `StorageError`, `RedisError`.
    package func restore(to engine: LeaseEngine) async throws -> Int {
        let journal = try await journal()
        var users: [UUIDv7: EngineUser] = [:]
        for seen in journal.lastSeen {
            users[seen.user] = EngineUser(
                id: seen.user, lastSeen: seen.at, dayBefore: seen.dayBefore.number)
        }
        for stored in journal.statuses {
            users[stored.user]?.status = stored.status?.text ?? ""
            users[stored.user]?.statusEnd = stored.status?.end ?? 0
        }
        let state = try await engine.runNotingPosition(LeaseScripts.register, [.text("")])
        var rest = Array(users.values)[...]
        while !rest.isEmpty {
            let page = Array(rest.prefix(engine.configuration.usersPerPage))
            try await engine.restore(page, in: state.position.epoch)
            rest = rest.dropFirst(page.count)
        }
        return users.count
    }
}
