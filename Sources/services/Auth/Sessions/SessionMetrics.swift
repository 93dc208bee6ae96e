import Metrics

/// What Auth reports of sessions with swift-metrics. No dimension names an account or a session.
///
/// | metric | kind | |
/// | --- | --- | --- |
/// | `auth.refreshes` | counter | with the dimension `outcome`, a `Refresh` |
/// | `auth.sessions.ended` | counter | with the dimension `reason`, an `AccountSession.EndReason` |
/// | `auth.revocations` | counter | sessions whose end others were told of |
/// | `auth.revocations.watchers` | meter | how many services follow them now |
struct SessionMetrics: Sendable {
    /// What became of a refresh token that came in.
    enum Refresh: String, CaseIterable, Sendable {
        case rotated, repeated, displaced, reused, ended, unknown
    }

    let refreshes: CounterSet<Refresh>
    let ended: CounterSet<AccountSession.EndReason>
    private let revocations: Counter
    let watchers: Meter

    /// - Parameter factory: the process's backend unless said otherwise.
    init(factory: any MetricsFactory = MetricsSystem.factory) {
        refreshes = CounterSet("auth.refreshes", "outcome", factory)
        ended = CounterSet("auth.sessions.ended", "reason", factory)
        revocations = Counter(label: "auth.revocations", factory: factory)
        watchers = Meter(label: "auth.revocations.watchers", factory: factory)
    }

    func countRevocations(for reasons: [AccountSession.EndReason]) {
        guard !reasons.isEmpty else { return }
        revocations.increment(by: reasons.count)
        for reason in reasons { ended.count(reason) }
    }
}
