import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization

/// The receivers of a commit's events, after the commit and before its writers are answered: the
/// services that follow revocations or accounts, the apps that watch their session, the sender of
/// mail, and the metrics.
final class Audience: Sendable {
    let feed: RevocationFeed
    /// Who watches which session, by the ids of the session and of its account.
    let sessionWatches = Feed<UUIDv7>(
        limitOfTopic: 16,
        tooMany: .violation(
            .resourceExhausted, .tooMany,
            "the session is watched too often; end one watch first"))
    /// The services that follow the accounts.
    let accountFollowers = Feed<CallingService>(
        limit: 64, full: .overloaded, limitOfTopic: 16,
        tooMany: .violation(
            .resourceExhausted, .tooMany,
            "this service follows the accounts too often; end one stream first"))
    let metrics: SessionMetrics
    private let mailListeners = Mutex<[@Sendable (Int) -> Void]>([])

    /// - Parameter isShared: whether other instances write to the store, too.
    init(metrics: SessionMetrics, isShared: Bool) {
        self.metrics = metrics
        feed = RevocationFeed(metrics, isShared: isShared)
    }

    func onMail(_ body: @escaping @Sendable (Int) -> Void) {
        mailListeners.withLock { $0.append(body) }
    }

    @Sendable func hear(_ events: [AuthEvent]) {
        let news = News(events)
        hearRevocations(news)
        sessionWatches.wake(news.refreshed)
        sessionWatches.wake(news.accounts)
        if news.isOfAccounts { accountFollowers.wakeAll() }
        if news.mailCount > 0 {
            for tell in mailListeners.withLock(\.self) { tell(news.mailCount) }
        }
    }

    private func hearRevocations(_ news: News) {
        guard let position = news.position else { return }
        metrics.countRevocations(for: news.reasons)
        if let count = news.endedByEpoch {
            feed.begin(at: position)
            metrics.ended.count(.newEpoch, by: count)
            sessionWatches.wakeAll()
        } else {
            feed.advance(to: position, whileIn: position.epoch)
            sessionWatches.wake(news.ended)
        }
    }
}

extension Audience {
    /// Events, sorted by receiver.
    fileprivate struct News {
        /// The new position of the revocation stream; `nil` if it has not changed.
        var position: RevocationPosition?
        /// The ended sessions and the reasons; after a change of epoch, those that ended in the new
        /// one.
        var ended: [UUIDv7] = []
        var reasons: [AccountSession.EndReason] = []
        /// How many sessions a new epoch has ended; `nil` if none began.
        var endedByEpoch: Int?
        var refreshed: [UUIDv7] = []
        var accounts: [UUIDv7] = []
        /// Whether the audit log has news for the followers of the accounts.
        var isOfAccounts = false
        var mailCount = 0

        init(_ events: [AuthEvent]) {
            for event in events { add(event) }
        }

        private mutating func add(_ event: AuthEvent) {
            switch event {
            case .sessionEnded(let id, let reason, let position):
                self.position = position
                ended.append(id)
                reasons.append(reason)
            case .epochBegun(let position, let count):
                self.position = position
                endedByEpoch = (endedByEpoch ?? 0) + count
                ended = []
            case .sessionRefreshed(let id): refreshed.append(id)
            case .accountChanged(let id): accounts.append(id)
            case .accountNoted: isOfAccounts = true
            case .mailQueued: mailCount += 1
            }
        }
    }
}
