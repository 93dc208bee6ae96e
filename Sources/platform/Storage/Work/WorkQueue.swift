import Logging
import Metrics
import RollcallBasics
import RollcallRPC
import Synchronization

/// Does the work of a table's rows: each at least once, by one instance at a time, at once when it
/// is woken, and later after growing pauses.
///
/// Instances that share a database claim items by `FOR UPDATE SKIP LOCKED`. A claim makes an item
/// due again at the end of a lease, which is renewed while the instance works. So the items of an
/// instance that died are simply due again, and nobody has to look for them. Of a file, one process
/// has all items: it knows in memory what it works on, and a claim writes nothing.
///
/// Each kind has the columns in its own table: an item is committed with the row that it is about.
/// One table for all kinds would be another row in the transaction of a sign-up.
package final class WorkQueue<Item: WorkItem, Event: Sendable>: Sendable {
    /// Tries an item. It may be tried more than once. An error counts as silence.
    package typealias Work = @Sendable (Item) async throws -> Outcome

    /// How an attempt ended.
    package enum Outcome: Sendable {
        /// It came to an end: the work has written what became of the item.
        case done
        /// It came to an end that says nothing of the others.
        case dead
        /// This item failed. It is tried again after the pause, or as the backoff says.
        case later(Duration? = nil)
        /// The service that all items need does not answer: all wait, longer each time in a row.
        case silence
        /// All items wait for a time.
        case hold(Duration)
    }

    /// How long a claim lasts without being renewed, which is done three times as often. So clocks
    /// of instances may be 30 s apart.
    static var lease: Duration { .seconds(60) }

    private struct State {
        /// The items that nobody else is to work on.
        var underWay: Set<Item.ID> = []
        /// How many are worked on.
        var running = 0
        /// How often in a row nobody answered.
        var silences = 0
        var heldUntil: ContinuousClock.Instant?
    }

    private let name: String
    private let table: WorkTable<Item>
    private let store: Store<Event>
    let concurrency: Int
    private let backoff, silence: Backoff
    private let lookout: Duration
    private let clock: @Sendable () -> Int64
    private let logger: Logger
    /// Who claims; nil in a file, where claims are in memory.
    package let instance: Int64?
    private let signal = AsyncSignal()
    private let state = Mutex(State())

    /// - Parameters:
    ///   - name: for the log and the metrics.
    ///   - concurrency: items that are worked on at the same time.
    ///   - backoff: the pauses of one item.
    ///   - silence: the pauses of all; by default as long.
    ///   - lookout: how often it looks for items of which nobody has said anything.
    ///   - clock: milliseconds since 1970.
    package init(
        _ name: String, of table: WorkTable<Item>, in store: Store<Event>, concurrency: Int = 4,
        backoff: Backoff, silence: Backoff? = nil, lookout: Duration = .seconds(5),
        clock: @escaping @Sendable () -> Int64, logger: Logger
    ) {
        (self.name, self.table, self.store, self.concurrency) = (name, table, store, concurrency)
        (self.backoff, self.silence, self.lookout) = (backoff, silence ?? backoff, lookout)
        (self.clock, self.logger) = (clock, logger)
        instance = store.isShared ? .random(in: 1 ... .max) : nil
    }

    /// Says that there are new items. They wait while all do.
    package func wake() {
        signal.signal()
    }

    /// Lets all items be tried that are due, also while they are made to wait.
    package func resume() {
        state.withLock { $0.heldUntil = nil }
        wake()
    }

    /// Whether nobody has answered the last attempt.
    package var isUnanswered: Bool { state.withLock { $0.silences > 0 } }

    /// Works until it is cancelled. Called once.
    package func run(_ work: @escaping Work) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.renewClaims() }
            while !Task.isCancelled {
                let (items, pause) = await claim()
                for item in items {
                    group.addTask {
                        await self.attempt(item, work)
                        self.wake()
                    }
                }
                await signal.wait(atMost: pause)
            }
        }
    }

    /// Works on what is due, one item after another, until nothing is.
    package func workOff(_ work: Work) async {
        while case let (items, _) = await claim(), !items.isEmpty {
            for item in items { await attempt(item, work) }
        }
    }

    /// Makes an item due that nobody works on, and has all tried that are due.
    package func retry(_ id: Item.ID) async throws {
        _ = try await store.write { [table] in try $0.run(table.postpone, 0, 0, id, nil) }
        resume()
    }
}

/// Items that their writer works on at once.
extension WorkQueue {
    /// What a row says that is written now, and that this instance works on from the beginning.
    package func newClaim() -> WorkClaim {
        (instance == nil ? 0 : leaseEnd, instance)
    }

    /// Marks an item that is about to be written with `newClaim`.
    ///
    /// - Returns: whether it was not marked.
    @discardableResult
    package func enter(_ id: Item.ID) -> Bool {
        state.withLock { $0.underWay.insert(id).inserted }
    }

    /// Whether another instance works on the row with this claim.
    package func isClaimedElsewhere(_ claim: WorkClaim) -> Bool {
        claim.claimedBy.map { $0 != instance && claim.dueAtMs > clock() } ?? false
    }

    /// Removes the mark of an item that needs no work any more.
    package func leave(_ id: Item.ID) {
        state.withLock { _ = $0.underWay.remove(id) }
    }

    /// Ends the claim of `newClaim`: any instance may work on the item now.
    package func release(_ id: Item.ID) async {
        await giveUpClaim(of: id)
        wake()
    }

    private func giveUpClaim(of id: Item.ID) async {
        // The mark goes first: a claim that is made once the row is free counts.
        leave(id)
        guard let instance else { return }
        // In a task of its own, as the caller's may be cancelled. What cannot be written is due at
        // the end of the lease.
        _ = await Task { [store, table, now = clock()] in
            try? await store.write { _ = try $0.run(table.postpone, now, 0, id, instance) }
        }.value
    }
}

extension WorkQueue {
    private var leaseEnd: Int64 { clock() + Self.lease.wholeMilliseconds }

    /// The items to begin with; and how long to wait, unless something wakes the loop.
    func claim() async -> (items: [Item], pause: Duration) {
        let now = clock()
        let (room, heldUntil) = state.withLock {
            (concurrency - $0.running, $0.heldUntil)
        }
        // What is due and exceeds the concurrency is seen when an item ends.
        guard room > 0 else { return ([], lookout) }
        if let heldUntil, heldUntil > .now {
            return ([], min(ContinuousClock.now.duration(to: heldUntil), lookout))
        }
        do {
            let items = try await claim(room, at: now)
            let next = items.count < room ? try await store.first(table.next, now) : nil
            let pause = next.map { Duration.milliseconds($0 - now) } ?? lookout
            return (items, min(pause, lookout))
        } catch {
            note(error)
            return ([], holdUp())
        }
    }

    private func claim(_ count: Int, at now: Int64) async throws -> [Item] {
        // One that ends while the rows are read is among them still.
        let before = instance == nil ? state.withLock { $0.underWay } : []
        let rows =
            if let instance {
                // A statement by itself, and so READ COMMITTED. Serializable transactions that
                // claim at the same time would push each other aside, and sign-ups, too.
                try await store.all(table.claim, now, count, leaseEnd, instance)
            } else {
                try await store.all(table.due, now, count + before.count)
            }
        return state.withLock { state in
            // Also of those whose lease has ended while this instance works on them still.
            let isUnderWay = before.union(state.underWay)
            let items = rows.filter { !isUnderWay.contains($0.id) }.prefix(count)
            state.underWay.formUnion(items.map(\.id))
            state.running += items.count
            return Array(items)
        }
    }

    /// Works on a claimed item, and writes what became of it.
    func attempt(_ item: Item, _ work: Work) async {
        defer { state.withLock { $0.running -= 1 } }
        do {
            let outcome = try await work(item)
            if !Task.isCancelled { count(outcome) }
            switch outcome {
            case .done:
                leave(item.id)
                return answered()
            case .dead: return leave(item.id)
            // What has failed as this instance is stopped has not failed.
            case _ where Task.isCancelled: break
            case .later(let pause):
                answered()
                return try await postpone(item, by: pause)
            case .silence: holdUp()
            case .hold(let pause): state.withLock { $0.heldUntil = .now + pause }
            }
        } catch {
            if !Task.isCancelled {
                note(error)
                holdUp()
            }
        }
        await giveUpClaim(of: item.id)
    }

    private func postpone(_ item: Item, by pause: Duration?) async throws {
        let pause = pause ?? backoff.pause(after: item.attempts + 1)
        let due = clock() + max(pause.wholeMilliseconds, 1)
        // As with `giveUpClaim`. In a file nothing but the mark keeps the item.
        if instance != nil { leave(item.id) }
        defer { if instance == nil { leave(item.id) } }
        _ = try await store.write { [table, instance] in
            try $0.run(table.postpone, due, 1, item.id, instance)
        }
    }

    /// Ends the silence.
    package func answered() {
        let wasSilent = state.withLock { state in
            defer { (state.silences, state.heldUntil) = (0, nil) }
            return state.silences > 0
        }
        if wasSilent { wake() }
    }

    /// Makes all items wait, longer each time in a row.
    ///
    /// - Returns: for how long.
    @discardableResult
    package func holdUp() -> Duration {
        state.withLock { state in
            state.silences += 1
            let pause = silence.pause(after: state.silences)
            state.heldUntil = .now + pause
            return pause
        }
    }

    private func renewClaims() async {
        guard instance != nil else { return }
        await repeating(every: Self.lease / 3) {
            try await renew()
        } failed: {
            note($0)
        }
    }

    /// Renews the leases of all items under way.
    func renew() async throws {
        let items = state.withLock { Array($0.underWay) }
        guard !items.isEmpty, let instance else { return }
        _ = try await store.write { [table, leaseEnd] in
            try $0.run(table.renew, leaseEnd, instance, SQLList(items))
        }
    }

    /// | metric | kind | |
    /// | --- | --- | --- |
    /// | `work.attempts` | counter | with the dimensions `queue` and `outcome` |
    private func count(_ outcome: Outcome) {
        let name =
            switch outcome {
            case .done, .dead: "ended"
            case .later: "later"
            case .silence, .hold: "held"
            }
        Counter(label: "work.attempts", dimensions: [("queue", self.name), ("outcome", name)])
            .increment()
    }

    private func note(_ error: any Error) {
        logger.error(
            "work waits", metadata: ["work.queue": "\(name)", "error": "\(error)"])
    }
}
