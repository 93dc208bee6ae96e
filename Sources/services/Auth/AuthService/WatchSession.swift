import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    package func watchSession(
        _ request: WatchSessionRequest, responses: ResponseWriter<WatchSessionResponse>,
        context: CallContext
    ) async throws {
        let id = try context.sessionID
        let place = try store.sessionWatches.enter(id, context.userID)
        defer { store.sessionWatches.leave(place) }
        // No access token lives longer, and the end of the session is news.
        try await authenticator.keepAwake(context, every: .seconds(3600), wake: {}) {
            try await follow(id, place, responses)
        }
    }

    /// Sends the session after each change, until it has ended, and an empty message when it was
    /// quiet for long. A slow reader is told only the last of several changes.
    private func follow(
        _ id: UUIDv7, _ place: FeedPlace, _ responses: ResponseWriter<WatchSessionResponse>
    ) async throws {
        var told: WatchSessionResponse.News?
        var quietUntil = ContinuousClock.now
        while true {
            let wake = try await place.next(within: quietUntil - .now)
            if wake == .end { throw RPCError.streamStopping }
            // Other instances tell only of the end of a session.
            let mayDiffer = wake == .news || store.feed.readSignal != nil
            let news = mayDiffer ? try await self.news(of: id) : nil
            let isNew = news != nil && news != told
            // Changes that the session does not show may come again and again.
            if isNew || quietUntil <= .now {
                try await responses.send(WatchSessionResponse(news: isNew ? news : nil))
                quietUntil = .now + configuration.longestQuiet
            }
            if case .end = news { return }
            told = news ?? told
        }
    }

    /// The session as it is now.
    private func news(of id: UUIDv7) async throws -> WatchSessionResponse.News {
        guard let (session, address) = try await store.sessionAndAddress(id) else {
            return .end(SessionEnd(reason: .accountDeleted, endedAtMs: clock()))
        }
        return session.isLive(at: clock(), configuration)
            ? .session(session.message(address, configuration)) : .end(session.end(configuration))
    }
}

extension AccountSession {
    fileprivate func end(_ configuration: AuthConfiguration) -> SessionEnd {
        guard let endedAt else {
            return SessionEnd(reason: .expired, endedAtMs: expiresAt(configuration))
        }
        return SessionEnd(reason: endReason?.message ?? .unspecified, endedAtMs: endedAt)
    }
}

extension AccountSession.EndReason {
    /// The reason as the session's owner sees it.
    fileprivate var message: SessionEndReason {
        switch self {
        case .signedOut: .signedOut
        case .revoked, .revokedByAdmin: .revoked
        case .passwordChanged, .passwordReset: .passwordChanged
        case .addressChanged: .addressChanged
        case .tokenReused: .tokenReused
        case .replaced: .replaced
        case .expired: .expired
        case .disabled: .accountDisabled
        case .newEpoch: .newEpoch
        }
    }
}
