import RollcallCrypto
import RollcallRPC
import Synchronization

/// How many calls of one kind run, over all and for each user, so that neither memory nor the disk
/// is at the mercy of whoever calls most.
struct CallSlots {
    let limit: Int
    let limitPerUser: Int
    private var count = 0
    private var counts: [UUIDv7: Int] = [:]

    init(limit: Int, limitPerUser: Int) {
        self.limit = limit
        self.limitPerUser = limitPerUser
    }

    /// - Returns: whether there was a slot, which is then taken.
    mutating func take(for user: UUIDv7) -> Bool {
        guard count < limit, counts[user, default: 0] < limitPerUser else { return false }
        count += 1
        counts[user, default: 0] += 1
        return true
    }

    mutating func release(for user: UUIDv7) {
        guard let taken = counts[user] else { return }
        count -= 1
        counts[user] = taken > 1 ? taken - 1 : nil
    }
}

/// The slots as calls share them.
final class CallLimiter: Sendable {
    private let slots: Mutex<CallSlots>

    init(_ slots: CallSlots) {
        self.slots = Mutex(slots)
    }

    /// - Throws: `RPCError.overloaded` at once if there is no slot; nobody waits here.
    func withSlot<T>(for user: UUIDv7, _ body: () async throws -> T) async throws -> T {
        guard slots.withLock({ $0.take(for: user) }) else { throw RPCError.overloaded }
        defer { slots.withLock { $0.release(for: user) } }
        return try await body()
    }
}
