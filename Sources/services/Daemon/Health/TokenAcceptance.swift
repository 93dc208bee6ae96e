import RollcallRPC

/// Whether another service accepts this process's service token, by the calls that have ended: a
/// value.
struct TokenAcceptance: Sendable {
    /// How long the token is refused before that is news: the other service may not have the key
    /// yet that the token was signed with.
    static let patience = Duration.seconds(3)

    enum News: Sendable {
        case refused, accepted
    }

    private enum State {
        case accepted
        /// By every call since then; not told yet.
        case refused(since: ContinuousClock.Instant)
        case told
    }

    private var state = State.accepted

    /// - Parameter error: what the call ended with; nil when it ended well. One that did not reach
    ///   the service, or that has nothing to do with the token, says nothing.
    mutating func take(_ error: RPCError?, at now: ContinuousClock.Instant) -> News? {
        guard let error else { return accept() }
        guard error.isFromServer, Self.refusals.contains(error.code) else { return nil }
        return refuse(at: now)
    }

    private static let refusals: Set<StatusCode> = [.unauthenticated, .permissionDenied]

    private mutating func accept() -> News? {
        defer { state = .accepted }
        guard case .told = state else { return nil }
        return .accepted
    }

    private mutating func refuse(at now: ContinuousClock.Instant) -> News? {
        switch state {
        case .accepted: state = .refused(since: now)
        case .refused(let since) where since.duration(to: now) >= Self.patience:
            state = .told
            return .refused
        case .refused, .told: break
        }
        return nil
    }
}
