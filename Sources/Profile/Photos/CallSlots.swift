import RollcallCrypto
import RollcallRPC
import Synchronization

/// Bounds the running calls of one kind, in total and for each user. So no user can take all memory or
/// the whole disk.
struct CallSlots {
    let limit: Int
    let limitPerUser: Int
    private var count = 0
    private var counts: [UUIDv7: Int] = [:]

    init(limit: Int, limitPerUser: Int) {
        self.limit = limit
        self.limitPerUser = limitPerUser
    }

    /// - Returns: whether a slot was taken.
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

/// The slots, shared by all calls.
final class CallLimiter: Sendable {
    private let slots: Mutex<CallSlots>

    init(_ slots: CallSlots) {
        self.slots = Mutex(slots)
    }

    /// - Throws: `RPCError.overloaded` at once if there is no slot. It never waits.
    func withSlot<T>(for user: UUIDv7, _ body: () async throws -> T) async throws -> T {
        guard slots.withLock({ $0.take(for: user) }) else { throw RPCError.overloaded }
        defer { slots.withLock { $0.release(for: user) } }
        return try await body()
    }
}
