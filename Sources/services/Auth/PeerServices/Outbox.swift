import Logging
import RollcallCrypto
import RollcallRPC
import Synchronization

/// Delivers decisions of Auth to one other service: immediately when there is a new one, and
/// repeatedly while the service does not answer. Each service has its own outbox, so that none
/// waits for another.
final class Outbox: Sendable {
    private let store: AuthStore
    private let destination: any OutboxDestination
    private let logger: Logger
    private let schedule: Mutex<OutboxSchedule>
    private let loop = WakingLoop()

    init(
        store: AuthStore, destination: any OutboxDestination, backoff: Backoff,
        logger: Logger
    ) {
        self.store = store
        self.destination = destination
        self.logger = logger
        schedule = Mutex(OutboxSchedule(backoff: backoff))
    }

    /// Called when there is something new to deliver.
    func wake() {
        loop.wake()
    }

    /// Delivers until it is cancelled. Called once.
    func run() async {
        await loop.run { _ in await deliverAll() }
    }

    /// Delivers what is due.
    ///
    /// - Returns: how long to wait before the next attempt; `nil` when nothing is left.
    func deliverAll() async -> Duration? {
        var last: Int64 = 0
        var found: Set<Int64> = []
        do {
            while case let items = try await store.outbox(after: last, kinds: kinds),
                let end = items.last
            {
                last = end.id
                found.formUnion(items.map(\.id))
                for item in items where schedule.withLock({ $0.isDue(item.id, now: .now) }) {
                    if let pause = try await attempt(item) { return pause }
                }
            }
        } catch {
            logger.error("the outbox cannot be read", metadata: ["error": "\(error)"])
            return schedule.withLock { $0.nobodyAnswered() }
        }
        return schedule.withLock { schedule in
            // The deletion of an account also deletes its waiting messages.
            schedule.forget { !found.contains($0) }
            return schedule.pause(now: .now)
        }
    }

    /// Whether the service receives items of this kind.
    func takes(_ item: OutboxItem) -> Bool { kinds.contains(item.kind) }

    private var kinds: [OutboxItem.Kind] { type(of: destination).kinds }

    /// Delivers one item, now.
    func deliver(_ item: OutboxItem) async throws {
        let erasedAt = try await destination.deliver(item.kind, of: item.accountID)
        // The receipt must cover Auth's own file, too, once a service has erased.
        if erasedAt != nil { try await store.database.emptyJournal() }
        try await store.complete(item, erasedAt: erasedAt)
        schedule.withLock { $0.delivered(item.id) }
    }

    /// Whether the service did not answer the last delivery.
    var isUnanswered: Bool { schedule.withLock { $0.silences > 0 } }

    /// How often the service has refused an item since the start.
    func refusals(of id: Int64) -> Int {
        schedule.withLock { $0.refusals(of: id) }
    }

    /// Makes an item due immediately, and wakes the outbox.
    func retry(_ id: Int64) {
        schedule.withLock { $0.makeDue(id, now: .now) }
        wake()
    }

    /// The codes that mean that the service does not answer, so that the next item would fail, too.
    /// Any other error concerns only the item that was tried.
    private static let silence: Set<StatusCode> = [.unavailable, .deadlineExceeded]

    /// - Returns: how long to wait if the service did not answer.
    private func attempt(_ item: OutboxItem) async throws -> Duration? {
        do {
            try await deliver(item)
            return nil
        } catch let error as RPCError where Self.silence.contains(error.code) {
            logger.debug(
                "a service does not answer",
                metadata: [
                    "peer.service": "\(type(of: destination).name)",
                    "user.id": "\(item.accountID)",
                ])
            return schedule.withLock { $0.nobodyAnswered() }
        } catch is CancellationError {
            return .zero
        } catch {
            logger.error(
                "an outcome was not delivered",
                metadata: [
                    "user.id": "\(item.accountID)", "outbox.kind": "\(item.kind)",
                    "error": "\(error)",
                ])
            schedule.withLock { $0.wasRefused(item.id, now: .now) }
            return nil
        }
    }
}
