import Logging
import RollcallCrypto
import RollcallRPC
import Synchronization

/// Tells Profile what became of display names that it holds, until it has heard: at once when
/// there is something new, and again and again when it did not answer.
final class Outbox: Sendable {
    private let store: AuthStore
    private let names: DisplayNames
    private let random: RandomSource
    private let logger: Logger
    private let schedule: Mutex<OutboxSchedule>
    private let (wakes, waker) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(
        store: AuthStore, names: DisplayNames, backoff: Backoff, random: RandomSource,
        logger: Logger
    ) {
        self.store = store
        self.names = names
        self.random = random
        self.logger = logger
        schedule = Mutex(OutboxSchedule(backoff: backoff))
    }

    /// Says that there is something new.
    func wake() {
        waker.yield()
    }

    /// Delivers until it is cancelled. Called once.
    func run() async {
        wake()
        await withDiscardingTaskGroup { group in
            // The one alarm that is set; others would only pile up.
            var alarm: ContinuousClock.Instant?
            for await _ in wakes {
                guard let pause = await deliverAll() else { continue }
                let now = ContinuousClock.now
                let due = now + pause
                if let alarm, alarm > now, alarm <= due { continue }
                alarm = due
                group.addTask {
                    try? await Task.sleep(until: due, clock: .continuous)
                    self.wake()
                }
            }
        }
    }

    /// Delivers what is due.
    ///
    /// - Returns: how long to wait before the next try; `nil` when nothing is left.
    func deliverAll() async -> Duration? {
        var last: Int64 = 0
        do {
            while case let items = try await store.outbox(after: last), let end = items.last {
                last = end.id
                for item in items where schedule.withLock({ $0.isDue(item.id, now: .now) }) {
                    if let pause = try await attempt(item) { return pause }
                }
            }
        } catch {
            logger.error("the outbox cannot be read", metadata: ["error": "\(error)"])
            return schedule.withLock { $0.nobodyAnswered(chance: 0) }
        }
        return schedule.withLock { $0.pause(now: .now) }
    }

    /// Delivers one item, now.
    func deliver(_ item: OutboxItem) async throws {
        try await names.deliver(item)
        try await store.complete(item)
        schedule.withLock { $0.delivered(item.id) }
    }

    /// - Returns: how long to wait when nobody answered.
    private func attempt(_ item: OutboxItem) async throws -> Duration? {
        let chance = try random.chance()
        do {
            try await deliver(item)
            return nil
        } catch let error as RPCError where error.code == .unavailable {
            logger.debug("Profile does not answer", metadata: ["user.id": "\(item.accountID)"])
            return schedule.withLock { $0.nobodyAnswered(chance: chance) }
        } catch is CancellationError {
            return .zero
        } catch {
            logger.error(
                "an outcome was not delivered",
                metadata: [
                    "user.id": "\(item.accountID)", "outbox.kind": "\(item.kind)",
                    "error": "\(error)",
                ])
            schedule.withLock { $0.wasRefused(item.id, now: .now, chance: chance) }
            return nil
        }
    }
}
