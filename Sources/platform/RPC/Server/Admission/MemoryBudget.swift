import Synchronization

/// The bytes that all connections of a server hold together.
final class MemoryBudget: Sendable {
    /// Which limit is exceeded.
    enum Excess: Equatable {
        /// All connections together.
        case server
        /// All strangers together.
        case strangers
        /// One peer.
        case peer
    }

    let limit: Int
    private let strangersLimit: Int
    private let peerLimit: Int
    private let used = Atomic(0)
    private let usedByStrangers = Atomic(0)
    /// Whether a connection is already being closed to make room.
    private let isShedding = Atomic(false)

    init(_ limits: AdmissionConfiguration) {
        limit = limits.maximumMemory
        strangersLimit = limits.strangersPart(of: limit)
        peerLimit = limits.peerPart(of: limit)
    }

    var bytes: Int { used.load(ordering: .relaxed) }

    /// Whether no new work may begin.
    var isShort: Bool { bytes > limit - limit / 8 }

    /// Whether one peer could have reached its limit.
    var mayBeShortForPeers: Bool { bytes > peerLimit - peerLimit / 8 }

    /// Whether no new work of a peer may begin.
    func isShort(for peer: PeerUsage) -> Bool {
        peer.counts.memory.load(ordering: .relaxed) > peerLimit - peerLimit / 8
    }

    /// - Returns: the limit that is exceeded now.
    fileprivate func add(_ bytes: Int, _ standing: Standing, _ peer: PeerUsage?) -> Excess? {
        let isOverLimit = used.add(bytes, ordering: .relaxed).newValue > limit
        let isOverStrangersLimit =
            standing == .stranger
            && usedByStrangers.add(bytes, ordering: .relaxed).newValue > strangersLimit
        if let peer, standing != .exempt, charge(bytes, to: peer) { return .peer }
        guard bytes > 0 else { return nil }
        return isOverStrangersLimit ? .strangers : isOverLimit ? .server : nil
    }

    /// Counts bytes for a peer. The connection has already counted them for the server.
    ///
    /// - Returns: whether these bytes have put the peer over its limit.
    func charge(_ bytes: Int, to peer: PeerUsage) -> Bool {
        peer.counts.memory.add(bytes, ordering: .relaxed).newValue > peerLimit && bytes > 0
    }

    /// Runs `shed` unless it is already running.
    func shed(_ shed: () -> Void) {
        guard !isShedding.exchange(true, ordering: .acquiring) else { return }
        shed()
        isShedding.store(false, ordering: .releasing)
    }
}

/// The part of the budget that one connection uses. Only the connection changes it; any thread may
/// read it.
final class MemoryAccount: Sendable {
    /// Smaller changes are not counted, as the counter is shared.
    static let step = 16 * 1024

    /// The peer that also counts the bytes; nil if the peer is exempt from shared limits.
    let peer: PeerUsage?
    private let budget: MemoryBudget
    private let charged = Atomic(0)
    private let atomicStanding: Atomic<Standing>

    init(_ budget: MemoryBudget, _ peer: PeerUsage?, _ standing: Standing) {
        self.budget = budget
        self.peer = peer
        self.atomicStanding = Atomic(standing)
    }

    deinit {
        _ = budget.add(-bytes, standing, peer)
    }

    var bytes: Int { charged.load(ordering: .relaxed) }

    var standing: Standing { atomicStanding.load(ordering: .relaxed) }

    /// Counts the bytes under another standing from now on.
    func change(to standing: Standing) {
        _ = budget.add(-bytes, self.standing, peer)
        atomicStanding.store(standing, ordering: .relaxed)
        _ = budget.add(bytes, standing, peer)
    }

    /// Updates the number of bytes that the connection holds.
    ///
    /// - Returns: the limit that is exceeded because of this connection's growth.
    func settle(_ held: Int) -> MemoryBudget.Excess? {
        let charged = bytes
        // Goes up as soon as the bytes exceed it, and down only after two steps, so as not to
        // oscillate.
        guard held > charged || held <= charged - 2 * Self.step else { return nil }
        let next = (held + Self.step - 1) / Self.step * Self.step
        // The first step of a connection is not counted.
        let wanted = next <= Self.step ? 0 : next
        guard wanted != charged else { return nil }
        self.charged.store(wanted, ordering: .relaxed)
        return budget.add(wanted - charged, standing, peer)
    }
}
