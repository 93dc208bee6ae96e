import Logging
import RollcallBasics

/// Writes the data that must outlive the process, in batches of bounded size.
///
/// Heartbeats are not written. A lease is written when it begins and when it ends. Each batch also
/// records that the service is alive. From both a restart knows which devices were online, and that
/// each was heard within its lease.
///
/// A new device is written within 50 ms (`urgentWriteInterval`) and the time of a commit. Devices
/// that come at the same time share commits. Writing takes at most a tenth of the time. So with
/// slow commits or large batches, the delay grows up to a second (`writeInterval`). If the process
/// is killed within it, the next run does not know the device: watchers see it offline until it
/// returns. The call is answered before the commit, so that a slow or full disk keeps no device
/// offline.
struct JournalWriter: Sendable {
    let hub: PresenceHub
    let store: PresenceStore
    let configuration: PresenceConfiguration
    let metrics: PresenceMetrics
    let logger: Logger

    /// Writing takes at most one part in `share` of the time, unless the interval is over.
    private static let share = 10

    /// Writes every interval until it is cancelled, and earlier if devices have come or gone. Then
    /// writes the rest.
    func run() async {
        let interval = configuration.writeInterval
        let step = min(interval, configuration.urgentWriteInterval)
        var (end, rest) = (ContinuousClock.now, Duration.zero)
        let urgency = hub.state.withLock { $0.urgency }
        while !Task.isCancelled {
            if !isUrgent { await urgency.wait(atMost: end + interval - .now) }
            // Devices that come at the same time share a commit.
            if isUrgent { try? await Task.sleep(for: step) }
            let start = ContinuousClock.now
            guard !Task.isCancelled, start - end >= (isUrgent ? rest : interval) else { continue }
            let isRefused = await write() == .refused
            end = .now
            rest = isRefused ? interval : min(interval, (end - start) * (Self.share - 1))
        }
        // This task is cancelled, so its writes would fail. Another task writes the rest.
        await Task { await finish() }.value
    }

    private var isUrgent: Bool { hub.state.withLock { $0.roster.journal.backlog.isUrgent } }

    enum Outcome {
        /// There was nothing to write.
        case nothing
        case written
        /// The store failed. The entries come again in the next batch.
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

    /// Writes everything that is left, and the last seen times of the users who are online.
    func finish() async {
        hub.withRoster { roster, _ in roster.noteHolders() }
        while hub.withRoster({ roster, _ in roster.journal.hasUnwritten }),
            await write() == .written
        {}
    }
}

extension PresenceHub.State {
    /// - Returns: a signal to send after the lock is released, when devices have come or gone for
    ///   the first time since the last batch.
    mutating func noteUrgency() -> AsyncSignal? {
        defer { isUrgent = roster.journal.backlog.isUrgent }
        return roster.journal.backlog.isUrgent && !isUrgent ? urgency : nil
    }
}
