import Admission
import RollcallCrypto
import RollcallRPC
import Synchronization

/// Bounds running calls of one kind, in total and for each user or address. So none of them can
/// take all memory.
final class CallLimiter: Sendable {
    private let slots: Mutex<CallSlots>

    init(limit: Int, perUser: Int) {
        slots = Mutex(CallSlots(limit: limit, perUser: perUser))
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

/// The slots of running calls. An address, with however many users, may have as many as are still
/// free.
struct CallSlots {
    private var users: Slots<UUIDv7>
    private var addresses = Tally<ClientNetwork>()

    init(limit: Int, perUser: Int) {
        users = Slots(limit, ofKey: perUser)
    }

    mutating func take(for user: UUIDv7, at address: ClientNetwork?) -> Bool {
        guard address == nil || addresses[address] < users.free, users.take(for: user) else {
            return false
        }
        addresses.add(1, to: address)
        return true
    }

    mutating func release(for user: UUIDv7, at address: ClientNetwork?) {
        users.release(for: user)
        addresses.add(-1, to: address)
    }
}
