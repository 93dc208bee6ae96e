import RollcallCrypto
import RollcallRPC
import Synchronization

/// Bounds what is taken at a time, such as running calls of one kind, in total and for each user or address.
/// So none of them can take all memory or the whole disk. An address, with however many users, may have as
/// many as are still free.
struct CallSlots<Owner: Hashable & Sendable>: Sendable {
    let limit: Int
    let limitPerUser: Int
    private(set) var count = 0
    private var counts: [Owner: Int] = [:]
    private var countsOfAddresses: [ClientNetwork: Int] = [:]

    init(limit: Int, limitPerUser: Int) {
        self.limit = limit
        self.limitPerUser = limitPerUser
    }

    /// - Returns: whether the slots were taken.
    mutating func take(
        _ slots: Int = 1, for user: Owner, at address: ClientNetwork? = nil
    ) -> Bool {
        guard count + slots <= limit, counts[user, default: 0] + slots <= limitPerUser else {
            return false
        }
        if let address {
            guard countsOfAddresses[address, default: 0] < limit - count else { return false }
            countsOfAddresses[address, default: 0] += slots
        }
        count += slots
        counts[user, default: 0] += slots
        return true
    }

    mutating func release(_ slots: Int = 1, for user: Owner, at address: ClientNetwork? = nil) {
        guard let taken = counts[user] else { return }
        count -= slots
        counts[user] = taken > slots ? taken - slots : nil
        guard let address, let taken = countsOfAddresses[address] else { return }
        countsOfAddresses[address] = taken > slots ? taken - slots : nil
    }
}

/// The slots, shared by all calls.
final class CallLimiter: Sendable {
    private let slots: Mutex<CallSlots<UUIDv7>>

    init(_ slots: CallSlots<UUIDv7>) {
        self.slots = Mutex(slots)
    }

    /// - Parameter peer: nil for a service, which calls for many.
    /// - Throws: `RPCError.overloaded` at once if there is no slot. It never waits.
    func withSlot<T>(
        for user: UUIDv7, at peer: PeerIdentity?, _ body: () async throws -> T
    ) async throws -> T {
        let address = peer.flatMap(ClientNetwork.init)
        guard slots.withLock({ $0.take(for: user, at: address) }) else { throw RPCError.overloaded }
        defer { slots.withLock { $0.release(for: user, at: address) } }
        return try await body()
    }
}
