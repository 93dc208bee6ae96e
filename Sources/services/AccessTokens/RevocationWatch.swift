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

    /// Until it is cancelled.
    func run() async {
        var failures = 0
        var told: String?
        while !Task.isCancelled {
            let error = await follow()
            // The service token has expired: the next stream has a new one.
            if (error as? RPCError)?.code == .unauthenticated, revocations.renew() {
                try? await Task.sleep(for: pace.firstPause)
                continue
            }
            let wasCurrent = revocations.lose()
            onNews()
            guard !Task.isCancelled else { return }
            if wasCurrent {
                metrics.countLoss()
                (failures, told) = (0, nil)
            }
            failures += 1
            // Once at each level, not at every attempt.
            let level = pace.level(ofFailure: failures)
            if told != "\(level) \(error)" { log(error, at: level) }
            told = "\(level) \(error)"
            try? await Task.sleep(for: pace.pause(afterFailures: failures))
        }
    }

    /// Follows one stream to its end.
    ///
    /// - Returns: why it ended.
    private func follow() async -> any Error {
        do {
            let request = WatchRevocationsRequest(cursor: revocations.cursor)
            var options = CallOptions()
            if let token = try await serviceTokens?.token() {
                try options.metadata.add("authorization", text: "Bearer \(token)")
            }
            let stream = try await client.watchRevocations(request, options: options)
            return await withDiscardingTaskGroup { group in
                defer { group.cancelAll() }
                // What was missed while there was no stream may have been a change of the keys.
                group.addTask { await fetchKeys(orEnd: stream) }
                do {
                    while let message = try await stream.next(within: pace.silence) {
                        if message.hasNewKeys {
                            group.addTask { await fetchKeys(orEnd: stream) }
                        }
                        try take(message)
                    }
                    return RPCError(.unavailable, "Auth has ended the stream")
                } catch {
                    return error
                }
            }
        } catch {
            return error
        }
    }

    private func take(_ message: WatchRevocationsResponse) throws {
        let news = try revocations.take(message)
        switch news.ended {
        case .sessions(let sessions) where sessions.isEmpty: break
        case .sessions(let sessions): onRevoked(.sessions(sessions.map(\.description)))
        case .all: onRevoked(.all)
        }
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

    private func log(_ error: any Error, at level: Logger.Level) {
        let code = (error as? RPCError)?.code
        if code == .unauthenticated || code == .permissionDenied {
            logger.error(
                """
                Auth does not take this process for a service: call it through its unix socket, \
                with a service credential, or with a client certificate that it trusts
                """, metadata: ["error": "\(error)"])
        } else {
            logger.log(
                level: level, "revocations are not followed", metadata: ["error": "\(error)"])
        }
    }
}
