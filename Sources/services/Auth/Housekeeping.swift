import Logging
import RollcallBasics

/// Deletes rows that are of no use any more, a few at a time, so that no caller waits for it. Each
/// instance does so, and where two delete the same rows, one of them tries again. So the rounds of
/// instances that were started together move apart.
struct Housekeeping: Sendable {
    static let pause = Duration.seconds(3600)
    /// Rows in one commit.
    static let batchLimit = 1000
    /// How long followers are told of a revocation, at least: the longest life of any access token,
    /// the leeway of clocks, and a margin.
    static let revocationAge =
        AuthConfiguration.longestAccessTokenLifetime + .seconds(5) + .seconds(60)

    let store: AuthStore
    let unusedAccounts: UnusedAccounts
    /// How long audit entries are kept.
    let auditRetention: Duration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    /// Milliseconds since some instant, which no change of the system clock affects.
    let uptime: @Sendable () -> Int64
    let logger: Logger

    /// Works until it is cancelled.
    func run() async {
        var ages = RevocationAges()
        await repeating(every: Self.pause * .random(in: 0.8...1.2)) {
            try await clean(&ages)
        } failed: { error in
            logger.error("old rows cannot be deleted", metadata: ["error": "\(error)"])
        }
    }

    /// One round.
    func clean(_ ages: inout RevocationAges) async throws {
        if let position = store.feed.position,
            let old = ages.note(
                position, at: uptime(), olderThan: Self.revocationAge.wholeMilliseconds)
        {
            while try await store.deleteRevocations(upTo: old, limit: Self.batchLimit) {}
        }
        for (rows, age) in ObsoleteRows.all {
            try await store.sweep(rows, before: clock() - age.wholeMilliseconds)
        }
        let audited = clock() - auditRetention.wholeMilliseconds
        while try await store.deleteAudit(before: audited, limit: Self.batchLimit) {}
        try await unusedAccounts.sweep()
    }
}
