import Logging

/// Writes what must outlive the process, a bounded batch at a time.
///
/// Heartbeats are not written. A lease is, when it begins and ends, and with each batch that the
/// service is alive: a restart knows from both which devices were online, and that each of them was
/// heard within its lease.
///
/// A device that comes is written within 50 ms (`urgentWriteInterval`) and the time of a commit; many that come
/// at once share commits. Writing takes at most a tenth of the time: if commits are slow, or batches large, it is
/// up to a second (`writeInterval`). A device that comes so shortly before the process is killed is not known to
/// the next run: watchers see it offline until it comes back. The call is answered before the commit, so that a
/// slow or full disk keeps nobody offline.
struct JournalWriter: Sendable {
    let hub: PresenceHub
    let store: PresenceStore
    let configuration: PresenceConfiguration
    let metrics: PresenceMetrics
    let logger: Logger

    /// The share of the time that writing takes at most, but for what is due.
    private static let share = 10

    /// Writes every interval, and sooner when devices have come or gone, until it is cancelled; then all that is
    /// left.
    func run() async {
        let interval = configuration.writeInterval
        let step = min(interval, configuration.urgentWriteInterval)
        var (end, rest) = (ContinuousClock.now, Duration.zero)
        while (try? await Task.sleep(for: step)) != nil {
            let start = ContinuousClock.now
            guard start - end >= (isUrgent ? rest : interval) else { continue }
            let isRefused = await write() == .refused
            end = .now
            rest = isRefused ? interval : min(interval, (end - start) * (Self.share - 1))
        }
        // In this task, which is cancelled, nothing would be written any more.
        await Task { await finish() }.value
    }

    private var isUrgent: Bool { hub.state.withLock { $0.roster.backlog.isUrgent } }

    enum Outcome {
        /// There was nothing to be written.
        case nothing
        case written
        /// It is in the next batch.
        case refused
    }

    /// Writes one batch.
    @discardableResult
    func write() async -> Outcome {
        let limit = configuration.rowsPerWrite
        guard let batch = hub.withRoster({ $0.takeBatch(limit, at: $1) }) else { return .nothing }
        do {
            try await store.record(batch)
            metrics.countJournal(rows: batch.count)
            return .written
        } catch {
            hub.withRoster { roster, _ in roster.putBack(batch) }
            metrics.countJournal(rows: nil)
            if !(error is CancellationError) {
                logger.warning(
                    "presence was not written; it is tried again",
                    metadata: ["error": "\(error)"])
            }
            return .refused
        }
    }

    /// Writes all there is, with when those who are here were last seen.
    func finish() async {
        hub.withRoster { roster, _ in roster.noteHolders() }
        while hub.withRoster({ roster, _ in roster.hasUnwritten }), await write() == .written {}
    }
}
