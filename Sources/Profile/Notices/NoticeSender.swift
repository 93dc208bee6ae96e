import Logging
import Metrics
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization

/// Hands the notices that wait in the store to Auth, which tells the users by mail.
///
/// A notice is sent at least once: one that was under way when the process died is sent again. Auth knows it
/// by its id, and sends no second mail.
final class NoticeSender: Sendable {
    private let store: ProfileStore
    /// Nil where Auth cannot be reached: then notices wait.
    private let auth: AuthServiceClient?
    private let pace: NoticePace
    private let ids: UUIDv7Generator
    private let clock: @Sendable () -> Int64
    private let logger: Logger
    private let metrics: NoticeMetrics
    /// How Auth has failed last, if it has not accepted a notice since.
    private let trouble = Mutex<StatusCode?>(nil)
    private let (wakeups, wakeup) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameter clock: milliseconds since 1970-01-01 UTC.
    init(
        store: ProfileStore, auth: AuthServiceClient?, pace: NoticePace,
        clock: @escaping @Sendable () -> Int64, logger: Logger,
        metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        self.store = store
        self.auth = auth
        self.pace = pace
        self.clock = clock
        self.logger = logger
        self.metrics = NoticeMetrics(metrics)
        ids = UUIDv7Generator(clock: clock)
    }

    /// An id for the next notice.
    func nextID() throws -> UUIDv7 {
        try ids.next()
    }

    /// Says that there may be a new notice.
    func wake() {
        wakeup.yield()
    }

    /// Sends until it is cancelled. Called once.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.wakeNowAndThen() }
            var failures = 0
            for await _ in wakeups {
                failures = await sendAll() ? 0 : failures + 1
                await measure()
                guard failures > 0 else { continue }
                try? await Task.sleep(for: pace.backoff.pause(after: failures))
                wake()
            }
        }
    }

    private func wakeNowAndThen() async {
        repeat { wake() } while (try? await Task.sleep(for: pace.poll)) != nil
    }

    /// Sends what is due, one notice after another.
    ///
    /// - Returns: false if it makes no sense to go on for a while.
    private func sendAll() async -> Bool {
        guard let auth else { return true }
        do {
            while let leased = try await store.leaseNotice(pace.lease.milliseconds) {
                guard try await send(leased, to: auth) else { return false }
            }
            return true
        } catch {
            guard !Task.isCancelled else { return true }
            logger.error(
                "notices cannot be read or removed", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// - Returns: whether Auth takes notices.
    private func send(_ leased: LeasedNotice, to auth: AuthServiceClient) async throws -> Bool {
        let notice = leased.notice
        do {
            _ = try await auth.sendTakeDownNotice(
                notice.request, options: CallOptions(timeout: pace.timeout))
        } catch let error as RPCError where Self.saysNothingOfTheNotice.contains(error.code) {
            if !Task.isCancelled { noteTrouble(error) }
            try await evenIfCancelled { [store] in
                try await store.putBack(notice.id, refusals: leased.refusals, pause: 0)
            }
            return false
        } catch let error as RPCError {
            try await putBack(leased, refusedBy: error)
            return true
        }
        noteSuccess()
        try await evenIfCancelled { [store] in try await store.removeNotice(notice.id) }
        metrics.sent.increment()
        return true
    }

    /// Writes down what became of a notice also when the process is about to stop: otherwise nobody would
    /// send the notice until its lease has ended.
    private func evenIfCancelled(
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await Task { try await body() }.value
    }

    /// Auth is away, or does not accept this process: there is no sense in trying the next notice. Any other
    /// error is said of the one that was tried.
    private static let saysNothingOfTheNotice: Set<StatusCode> = [
        .unavailable, .deadlineExceeded, .resourceExhausted, .cancelled, .unauthenticated,
        .permissionDenied, .unimplemented,
    ]

    private func noteTrouble(_ error: RPCError) {
        let isNew = trouble.withLock { trouble in
            defer { trouble = error.code }
            return trouble != error.code
        }
        guard isNew else { return }
        switch error.code {
        case .unauthenticated, .permissionDenied:
            logger.error(
                """
                Auth does not know this process as Profile, so that users are not told what was taken \
                away: give it the credential of a service named profile (--auth-credential)
                """, metadata: ["error": "\(error)"])
        default:
            logger.notice("notices wait, as Auth does not answer", metadata: ["error": "\(error)"])
        }
    }

    private func noteSuccess() {
        let wasInTrouble = trouble.withLock { trouble in
            defer { trouble = nil }
            return trouble != nil
        }
        if wasInTrouble { logger.notice("Auth takes notices again") }
    }

    private func putBack(_ leased: LeasedNotice, refusedBy error: RPCError) async throws {
        logger.error(
            "Auth has refused a notice",
            metadata: [
                "notice.id": "\(leased.notice.id)", "user.id": "\(leased.notice.user)",
                "error": "\(error)",
            ])
        metrics.refused.increment()
        let refusals = leased.refusals + 1
        let pause = pace.backoff.pause(after: refusals).milliseconds
        try await evenIfCancelled { [store] in
            try await store.putBack(leased.notice.id, refusals: refusals, pause: pause)
        }
    }

    private func measure() async {
        guard let (count, oldest) = try? await store.waitingNotices() else { return }
        metrics.waiting.set(count)
        metrics.age.set(oldest.map { Double(max(0, clock() - $0)) / 1000 } ?? 0)
    }
}
