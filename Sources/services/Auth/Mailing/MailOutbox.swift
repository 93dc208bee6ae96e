import Logging
import Mail
import Metrics
import RollcallBasics
import Synchronization

/// Sends the mails that wait in the database, until it is cancelled.
///
/// A mail is sent at least once. If the process dies while sending, the mail is sent again with the
/// same `Message-ID`. The list of mails is in the database alone, so a restart loses none.
package final class MailOutbox: Sendable {
    /// How many mails are sent at the same time, each over a connection.
    static let concurrency = 4
    /// The pause between two looks at what waits, and for how long: a count reads all rows.
    static let standardCountPause = Duration.seconds(10)

    let store: AuthStore
    let renderer: MailRenderer
    let queue: AuthQueue<QueuedMail>
    private let clock: @Sendable () -> Int64
    private let logger: Logger
    private let metrics: MailMetrics
    private let countPause: Duration
    private let schedule: Mutex<MailSchedule>

    /// - Parameter clock: milliseconds since 1970.
    init(
        store: AuthStore, renderer: MailRenderer, schedule: MailSchedule = MailSchedule(),
        clock: @escaping @Sendable () -> Int64, logger: Logger,
        metrics: any MetricsFactory = MetricsSystem.factory,
        countPause: Duration = MailOutbox.standardCountPause
    ) {
        self.store = store
        self.renderer = renderer
        self.clock = clock
        self.logger = logger
        self.metrics = MailMetrics(metrics)
        self.countPause = countPause
        self.schedule = Mutex(schedule)
        queue = AuthQueue(
            "mail", of: QueuedMail.table, in: store.database, concurrency: Self.concurrency,
            backoff: schedule.retries, silence: schedule.silence, clock: clock, logger: logger)
        store.onMail { [metrics = self.metrics, queue] count in
            metrics.mails.count(.queued, by: count)
            queue.wake()
        }
    }

    /// Why no mail can be sent, for an operator; nil if mail can be sent.
    var trouble: String? { schedule.withLock { $0.trouble(now: .now) } }

    /// Sends until it is cancelled. Called once.
    func run() async {
        async let measuring: Void = measure()
        await queue.run(deliver)
        await measuring
    }

    /// Measures again and again how many mails wait, and for how long.
    private func measure() async {
        await repeating(every: countPause) {
            let (count, oldest) = try await store.waitingMail()
            metrics.pending.set(count)
            metrics.age.set(oldest.map { Double(clock() - $0) / 1000 } ?? 0)
        } failed: { error in
            logger.error("the mails that wait cannot be counted", metadata: ["error": "\(error)"])
        }
    }

    @Sendable private func deliver(
        _ mail: QueuedMail
    ) async throws -> AuthQueue<QueuedMail>.Outcome {
        guard let (end, concern) = await attempt(mail) else { throw CancellationError() }
        // The mail stays under way until its result is recorded. Otherwise it would be sent again.
        while await !record(end, of: mail) { try await Task.sleep(for: queue.holdUp()) }
        if case .sent(let time) = end { schedule.withLock { $0.wasSent(atMs: time) } }
        return switch concern {
        case .allMail: .silence
        case .thisMail: .done
        case nil: .dead
        }
    }

    private func record(_ end: MailEnd, of mail: QueuedMail) async -> Bool {
        // In its own task, so that cancellation does not stop it.
        let writing = Task { try await store.record(end, of: mail.id, by: queue.instance) }
        do {
            try await writing.value
            return true
        } catch {
            logger.error(
                "what became of a mail cannot be written down",
                metadata: ["mail.id": "\(mail.id)", "error": "\(error)"])
            return false
        }
    }

    /// - Returns: how the attempt ended, and what it says of the server; `nil` if sending was
    ///   cancelled as the process ends. The mail stays pending.
    private func attempt(_ mail: QueuedMail) async -> (MailEnd, MailSchedule.Concern?)? {
        let now = clock()
        guard mail.expiresAtMs > now else {
            let reason = mail.lastError.isEmpty ? "expired" : mail.lastError
            let end = MailEnd.dead(atMs: now, reason)
            note(end, of: mail, MailFailure(.permanent, reason: "expired", reason))
            return (end, nil)
        }
        do throws(MailFailure) {
            try await renderer.delivery.sender.send(renderer.message(for: mail))
            metrics.mails.count(.sent)
            return (.sent(atMs: clock()), .thisMail)
        } catch {
            guard !Task.isCancelled else { return nil }
            let now = clock()
            let (end, concern) = schedule.withLock {
                $0.wasRefused(error, of: mail, nowMs: now, now: .now)
            }
            note(end, of: mail, error)
            return (end, concern)
        }
    }

    /// Counts a failure, and logs neither the address nor the server's words, which may repeat it.
    private func note(_ end: MailEnd, of mail: QueuedMail, _ failure: MailFailure) {
        let isDead = if case .dead = end { true } else { false }
        metrics.mails.count(isDead ? .dead : .retried)
        var metadata: Logger.Metadata = [
            "mail.id": "\(mail.id)", "mail.kind": "\(mail.kind?.rawValue ?? "unknown")",
            "mail.failure": "\(failure.kind.rawValue)", "mail.attempts": "\(mail.attempts + 1)",
        ]
        if let status = failure.status { metadata["smtp.status"] = "\(status)" }
        if !failure.reason.isEmpty { metadata["mail.reason"] = "\(failure.reason)" }
        let level: Logger.Level = failure.kind == .configuration ? .error : .warning
        logger.log(
            level: level,
            isDead ? "a mail was given up" : "a mail will be tried again",
            metadata: metadata)
    }
}
