import RollcallCrypto

/// Deletes accounts that nobody can sign in to and that nobody has used for a time. Like every
/// deletion, it leaves nothing at the other services.
struct UnusedAccounts: Sendable {
    /// Accounts that are read at once.
    static let batchLimit = 1000

    let store: AuthStore
    let deletion: AccountDeletion
    let metrics: AuthMetrics
    /// Nil for ever.
    let lifetime: Duration?
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64

    /// One round.
    func sweep() async throws {
        guard let lifetime else { return }
        let time = clock() - lifetime.wholeMilliseconds
        var last: UUIDv7?
        repeat {
            let found = try await store.unusedAnonymousAccounts(
                since: time, after: last, limit: Self.batchLimit)
            for id in found.unused {
                // The right is looked at in the transaction that deletes: somebody may come back.
                if case .done = try await deletion.delete(id, by: .ofNobody(since: time)) {
                    metrics.sweptAccounts.increment()
                }
            }
            last = found.last
        } while last != nil
    }
}
