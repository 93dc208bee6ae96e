import Logging

/// Writes what must outlive the process, a bounded batch at a time.
///
/// Heartbeats are not written. A lease is, when it begins and ends, and with each batch that the
/// service is alive: a restart knows from both which devices were online, and that each of them was
/// heard within its lease.
struct JournalWriter: Sendable {
    let hub: PresenceHub
    let store: PresenceStore
    let configuration: PresenceConfiguration
    let metrics: PresenceMetrics
    let logger: Logger

    /// Writes every interval until it is cancelled, and then all that is left.
    func run() async {
        while (try? await Task.sleep(for: configuration.writeInterval)) != nil {
            await write()
        }
        // In this task, which is cancelled, nothing would be written any more.
        await Task { await finish() }.value
    }

    /// Writes one batch.
    ///
    /// - Returns: whether there was one, and it is written. If not, it is in the next one.
    @discardableResult
    func write() async -> Bool {
        let limit = configuration.rowsPerWrite
        guard let batch = hub.withRoster({ $0.takeBatch(limit, at: $1) }) else { return false }
        do {
            try await store.record(batch)
            metrics.countJournal(rows: batch.count)
            return true
        } catch {
            hub.withRoster { roster, _ in roster.putBack(batch) }
            metrics.countJournal(rows: nil)
            if !(error is CancellationError) {
                logger.warning(
                    "presence was not written; it is tried again",
                    metadata: ["error": "\(error)"])
            }
            return false
        }
    }

    /// Writes all there is, with when those who are here were last seen.
    func finish() async {
        hub.withRoster { roster, _ in roster.noteHolders() }
        while hub.withRoster({ roster, _ in roster.hasUnwritten }), await write() {}
    }
}
