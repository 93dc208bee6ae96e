import Logging
import RollcallBasics

/// Deletes rows that are of no use any more, a few at a time, so that no caller waits for it.
struct Housekeeping: Sendable {
    static let pause = Duration.seconds(3600)
    /// Rows in one commit.
    static let batchLimit = 1000
    /// How long an ended session is kept, so that a caller with its tokens is told why it ended.
    static let endedSessionAge = Duration.days(30)
    /// How long a notice of Profile is known, should it come again.
    static let noticeAge = Duration.days(30)
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
        await repeating(every: Self.pause) {
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
        let ended = clock() - Self.endedSessionAge.wholeMilliseconds
        while try await store.deleteSessions(endedBefore: ended, limit: Self.batchLimit) {}
        while try await store.deleteChallenges(expiredAt: clock(), limit: Self.batchLimit) {}
        while try await store.forgetAttempts(expiredAt: clock(), limit: Self.batchLimit) {}
        let audited = clock() - auditRetention.wholeMilliseconds
        while try await store.deleteAudit(before: audited, limit: Self.batchLimit) {}
        let received = clock() - Self.noticeAge.wholeMilliseconds
        while try await store.forgetNotices(receivedBefore: received, limit: Self.batchLimit) {}
        try await unusedAccounts.sweep()
    }
}
