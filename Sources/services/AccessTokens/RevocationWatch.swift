import Logging
import RollcallAPI
import RollcallRPC

/// Follows Auth's stream of revocations for as long as it runs, over every loss.
struct RevocationWatch: Sendable {
    let client: RevocationServiceClient
    /// Nil where Auth knows this process as a service by its connection.
    let serviceTokens: ServiceTokens?
    let revocations: Revocations
    let keys: SigningKeyCache
    let pace: FollowingPace
    let metrics: TokenMetrics
    let logger: Logger
    let onRevoked: @Sendable (EndedSessions) -> Void
    /// Told when the health may have changed.
    let onNews: @Sendable () -> Void

    /// Runs until it is cancelled.
    func run() async {
        let follower = Follower(
            pace, lost: "revocations are not followed",
            refused: """
                Auth does not take this process for a service: call it through its unix socket, \
                with a service credential, or with a client certificate that it trusts
                """, logger)
        await follower.run(follow) { end in
            // A stream that follows another one is late only after too long a silence.
            if end == .expired, revocations.renew() { return }
            if revocations.lose() { metrics.countLoss() }
            onNews()
        }
    }

    /// Follows one stream to its end.
    private func follow(onCurrent: () -> Void) async throws {
        let request = WatchRevocationsRequest(cursor: revocations.cursor)
        var options = CallOptions()
        if let token = try await serviceTokens?.token() {
            try options.metadata.add("authorization", text: "Bearer \(token)")
        }
        let stream = try await client.watchRevocations(request, options: options)
        try await withThrowingDiscardingTaskGroup { group in
            defer { group.cancelAll() }
            // What was missed while there was no stream may have been a change of the keys.
            group.addTask { await fetchKeys(orEnd: stream) }
            while let message = try await stream.next(within: pace.silence) {
                if message.hasNewKeys { group.addTask { await fetchKeys(orEnd: stream) } }
                try take(message)
                if message.isCurrent { onCurrent() }
            }
        }
    }

    private func take(_ message: WatchRevocationsResponse) throws {
        let news = try revocations.take(message)
        if news.ended != .sessions([]) { onRevoked(news.ended) }
        if news.refusesAllOfBefore {
            logger.warning(
                "access tokens are to be renewed: many sessions ended, or the clock was set back")
        }
        if let trouble = news.clockTrouble {
            logger.error("the clocks differ", metadata: ["health.reason": "\(trouble)"])
        }
        guard news.isCurrentAgain else { return }
        logger.info("revocations are followed")
        onNews()
    }

    /// Keys that cannot be had are asked for again with the next stream.
    private func fetchKeys(orEnd stream: ResponseStream<WatchRevocationsResponse>) async {
        if await !keys.refresh() { stream.cancel() }
    }
}
