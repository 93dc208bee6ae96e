import RollcallCrypto
import RollcallRPC
import Synchronization

/// Bounds what is taken at a time, such as running calls of one kind, in total and for each user or address.
/// So none of them can take all memory or the whole disk.
struct CallSlots<Owner: Hashable & Sendable>: Sendable {
    let limit: Int
    let limitPerUser: Int
    private(set) var count = 0
    private var counts: [Owner: Int] = [:]

    init(limit: Int, limitPerUser: Int) {
        self.limit = limit
        self.limitPerUser = limitPerUser
    }

    /// - Returns: whether the slots were taken.
    mutating func take(_ slots: Int = 1, for user: Owner) -> Bool {
        guard count + slots <= limit, counts[user, default: 0] + slots <= limitPerUser else {
            return false
        }
        count += slots
        counts[user, default: 0] += slots
        return true
    }

    mutating func release(_ slots: Int = 1, for user: Owner) {
        guard let taken = counts[user] else { return }
        count -= slots
        counts[user] = taken > slots ? taken - slots : nil
    }
}

/// The slots, shared by all calls.
final class CallLimiter: Sendable {
    private let slots: Mutex<CallSlots<UUIDv7>>

    init(_ slots: CallSlots<UUIDv7>) {
        self.slots = Mutex(slots)
    }

    /// - Throws: `RPCError.overloaded` at once if there is no slot. It never waits.
    func withSlot<T>(for user: UUIDv7, _ body: () async throws -> T) async throws -> T {
        guard slots.withLock({ $0.take(for: user) }) else { throw RPCError.overloaded }
        defer { slots.withLock { $0.release(for: user) } }
        return try await body()
    }
}
