import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    package func watchSession(
        _ request: WatchSessionRequest, responses: ResponseWriter<WatchSessionResponse>,
        context: CallContext
    ) async throws {
        let id = try context.sessionID
        let watch = try store.hub.open(id, of: context.userID)
        defer { store.hub.close(watch) }
        // No access token lives longer, and the end of the session is news.
        try await authenticator.keepAwake(context, every: .seconds(3600), wake: {}) {
            try await follow(id, watch, responses)
        }
    }

    /// Sends the session after each change, until it has ended. A slow reader is told only the last of
    /// several changes.
    private func follow(
        _ id: UUIDv7, _ watch: SessionHub.ID, _ responses: ResponseWriter<WatchSessionResponse>
    ) async throws {
        var told: Session?
        while true {
            try store.hub.look(watch)
            guard let (session, address) = try await store.sessionAndAddress(id) else {
                return try await responses.send(
                    WatchSessionResponse(
                        news: .end(SessionEnd(reason: .accountDeleted, endedAtMs: clock()))))
            }
            guard session.isLive(at: clock(), configuration) else {
                return try await responses.send(
                    WatchSessionResponse(news: .end(session.end(configuration))))
            }
            let now = session.message(address, configuration)
            if now != told { try await responses.send(WatchSessionResponse(news: .session(now))) }
            told = now
            try await store.hub.waitForNews(watch)
        }
    }
}

extension AccountSession {
    fileprivate func end(_ configuration: AuthConfiguration) -> SessionEnd {
        guard let endedAt else {
            return SessionEnd(reason: .expired, endedAtMs: expiresAt(configuration))
        }
        return SessionEnd(
            reason: endReason.flatMap { Self.reasons[$0] } ?? .unspecified, endedAtMs: endedAt)
    }

    /// What the store's reasons are to the one whose session it was.
    private static let reasons: [String: SessionEndReason] = [
        "signedOut": .signedOut, "revoked": .revoked, "revokedByAdmin": .revoked,
        "expired": .expired, "tokenReused": .tokenReused, "passwordChanged": .passwordChanged,
        "passwordReset": .passwordChanged, "addressChanged": .addressChanged,
        "disabled": .accountDisabled, "replaced": .replaced, "newEpoch": .newEpoch,
    ]
}
