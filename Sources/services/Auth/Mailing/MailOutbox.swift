import Logging
import Mail
import Metrics
import RollcallBasics
import RollcallCrypto
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
    /// How long mails are listed after they were sent or given up.
    static let memory = Duration.days(30)

    let store: AuthStore
    let renderer: MailRenderer
    private let clock: @Sendable () -> Int64
    private let logger: Logger
    private let metrics: MailMetrics
    private let countPause: Duration
    private let state: Mutex<State>
    private let loop = WakingLoop()

    private struct State {
        var schedule: MailSchedule
        var underWay: Set<UUIDv7> = []
    }

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
        state = Mutex(State(schedule: schedule))
        store.onMail { [metrics = self.metrics, loop] count in
            metrics.mails.count(.queued, by: count)
            loop.wake()
        }
    }

    /// Looks for mails that are due. Not needed after `AuthTransaction.queue`.
    func wake() {
        loop.wake()
    }

    /// Why no mail can be sent, for an operator; nil if mail can be sent.
    var trouble: String? { state.withLock { $0.schedule.trouble(now: .now) } }

    /// Sends until it is cancelled. Called once.
    func run() async {
        async let forgetting: Void = forget()
        async let measuring: Void = measure()
        await loop.run { group in
            let (mails, pause) = await due()
            for mail in mails {
                group.addTask {
                    await self.deliver(mail)
                    self.wake()
                }
            }
            return pause
        }
        _ = await (forgetting, measuring)
    }

    /// The mails to send now, which are marked as under way; and the pause until the next look,
    /// unless something wakes the loop earlier.
    private func due() async -> ([QueuedMail], Duration?) {
        let (pause, underWay) = state.withLock {
            ($0.schedule.pause(now: .now), $0.underWay)
        }
        if let pause { return ([], pause) }
        let now = clock()
        do {
            let limit = Self.concurrency + underWay.count + 1
            let pending = try await store.pendingMail(limit: limit)
            let others = pending.filter { !underWay.contains($0.id) }
            let begun = others.prefix(Self.concurrency - underWay.count)
                .prefix { $0.dueAtMs <= now }
            state.withLock { $0.underWay.formUnion(begun.map(\.id)) }
            // Mails that are due but exceed the concurrency are seen when another mail ends.
            let next = others.first { $0.dueAtMs > now }
            return (Array(begun), next.map { .milliseconds(min($0.dueAtMs - now, 60_000)) })
        } catch {
            logger.error("the outbox of mail cannot be read", metadata: ["error": "\(error)"])
            return ([], .seconds(5))
        }
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

    private func deliver(_ mail: QueuedMail) async {
        defer { state.withLock { _ = $0.underWay.remove(mail.id) } }
        guard let end = await attempt(mail) else { return }
        // The mail stays under way until its result is recorded. Otherwise it would be sent again.
        while await !record(end, of: mail) {
            let pause = state.withLock { state in
                state.schedule.holdUp(now: .now)
                return state.schedule.pause(now: .now) ?? .zero
            }
            guard (try? await Task.sleep(for: pause)) != nil else { return }
        }
        if case .sent(let time) = end { state.withLock { $0.schedule.wasSent(atMs: time) } }
    }

    private func record(_ end: MailEnd, of mail: QueuedMail) async -> Bool {
        // In its own task, so that cancellation does not stop it.
        let writing = Task { try await store.record(end, of: mail.id) }
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

    /// - Returns: `nil` if sending was cancelled as the process ends. The mail stays pending.
    private func attempt(_ mail: QueuedMail) async -> MailEnd? {
        guard mail.expiresAtMs > clock() else {
            let reason = mail.lastError.isEmpty ? "expired" : mail.lastError
            return end(mail, MailFailure(.permanent, reason: "expired", reason), .giveUp)
        }
        do throws(MailFailure) {
            try await renderer.delivery.sender.send(renderer.message(for: mail))
            metrics.mails.count(.sent)
            return .sent(atMs: clock())
        } catch {
            return Task.isCancelled ? nil : end(mail, error, verdict(on: mail, error))
        }
    }

    private func verdict(on mail: QueuedMail, _ failure: MailFailure) -> MailSchedule.Verdict {
        let now = clock()
        return state.withLock { $0.schedule.wasRefused(failure, of: mail, nowMs: now, now: .now) }
    }

    private func end(
        _ mail: QueuedMail, _ failure: MailFailure, _ verdict: MailSchedule.Verdict
    ) -> MailEnd {
        log(mail, failure, verdict)
        switch verdict {
        case .giveUp:
            metrics.mails.count(.dead)
            return .dead(atMs: clock(), failure.text)
        case .retry(let due):
            metrics.mails.count(.retried)
            return .retry(dueAtMs: due, failure.text)
        }
    }

    /// Logs neither the address nor the server's words, which may repeat it.
    private func log(_ mail: QueuedMail, _ failure: MailFailure, _ verdict: MailSchedule.Verdict) {
        var metadata: Logger.Metadata = [
            "mail.id": "\(mail.id)", "mail.kind": "\(mail.kind?.rawValue ?? "unknown")",
            "mail.failure": "\(failure.kind.rawValue)", "mail.attempts": "\(mail.attempts + 1)",
        ]
        if let status = failure.status { metadata["smtp.status"] = "\(status)" }
        if !failure.reason.isEmpty { metadata["mail.reason"] = "\(failure.reason)" }
        let level: Logger.Level = failure.kind == .configuration ? .error : .warning
        logger.log(
            level: level,
            verdict == .giveUp ? "a mail was given up" : "a mail will be tried again",
            metadata: metadata)
    }

    /// Deletes mails older than `memory`, once an hour.
    private func forget() async {
        await repeating(every: .seconds(3600)) {
            let past = clock() - Self.memory.wholeMilliseconds
            while try await store.forgetMail(endedBefore: past) {}
        } failed: { error in
            logger.error("old mail cannot be deleted", metadata: ["error": "\(error)"])
        }
    }
}
