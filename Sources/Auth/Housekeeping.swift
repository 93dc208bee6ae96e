import Logging
import RollcallBasics

/// Takes away what nobody needs any more: a little at a time, so that no caller waits for it.
struct Housekeeping: Sendable {
    /// Between two rounds.
    static let pause = Duration.seconds(3600)
    /// Rows in one commit.
    static let batchLimit = 1000
    /// For how long the end of a session is remembered, so that a caller with its tokens is told of it.
    static let endedSessionAge = Duration.days(30)
    /// For how long a notice of Profile's is known that comes again.
    static let noticeAge = Duration.days(30)
    /// For how long others are told of a revocation, at the least: longer than any access token
    /// lives, whatever the configuration was when it was signed, by the leeway of clocks and a
    /// margin.
    static let revocationAge =
        AuthConfiguration.longestAccessTokenLifetime + .seconds(5) + .seconds(60)

    let store: AuthStore
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    /// Milliseconds since some instant, which no change of the system clock affects.
    let uptime: @Sendable () -> Int64
    let logger: Logger

    /// Cleans until it is cancelled.
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
        let received = clock() - Self.noticeAge.wholeMilliseconds
        while try await store.forgetNotices(receivedBefore: received, limit: Self.batchLimit) {}
    }
}
