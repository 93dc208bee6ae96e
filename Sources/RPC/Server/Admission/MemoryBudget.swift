import Synchronization

/// The bytes that all connections of a server hold together.
final class MemoryBudget: Sendable {
    /// Who holds more than may be held.
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
    /// Whether somebody makes room already.
    private let isShedding = Atomic(false)

    init(_ limits: AdmissionConfiguration) {
        limit = limits.maximumMemory
        strangersLimit = limits.strangersPart(of: limit)
        peerLimit = limits.peerPart(of: limit)
    }

    var bytes: Int { used.load(ordering: .relaxed) }

    /// Whether nothing new is to be begun.
    var isShort: Bool { bytes > limit - limit / 8 }

    /// Whether so much is used that one peer could be short.
    var mayBeShortForPeers: Bool { bytes > peerLimit - peerLimit / 8 }

    /// Whether nothing new of a peer is to be begun.
    func isShort(for peer: PeerUsage) -> Bool {
        peer.counts.memory.load(ordering: .relaxed) > peerLimit - peerLimit / 8
    }

    /// - Returns: who holds too much now.
    fileprivate func add(_ bytes: Int, _ standing: Standing, _ peer: PeerUsage?) -> Excess? {
        let isOverLimit = used.add(bytes, ordering: .relaxed).newValue > limit
        var isOverPeerLimit = false
        var isOverStrangersLimit = false
        if let peer, standing != .exempt {
            isOverPeerLimit = peer.counts.memory.add(bytes, ordering: .relaxed).newValue > peerLimit
        }
        if standing == .stranger {
            isOverStrangersLimit =
                usedByStrangers.add(bytes, ordering: .relaxed).newValue > strangersLimit
        }
        guard bytes > 0 else { return nil }
        if isOverPeerLimit { return .peer }
        if isOverStrangersLimit { return .strangers }
        return isOverLimit ? .server : nil
    }

    /// Counts bytes against a peer that are counted against all by their connection already.
    ///
    /// - Returns: whether the peer holds too much now, because these were added.
    func charge(_ bytes: Int, to peer: PeerUsage) -> Bool {
        peer.counts.memory.add(bytes, ordering: .relaxed).newValue > peerLimit && bytes > 0
    }

    /// Runs `shed` unless it runs already.
    func shed(_ shed: () -> Void) {
        guard !isShedding.exchange(true, ordering: .acquiring) else { return }
        shed()
        isShedding.store(false, ordering: .releasing)
    }
}

/// What one connection has taken of the budget. The connection alone changes it; any thread may look.
final class MemoryAccount: Sendable {
    /// Smaller changes are not worth the shared counter.
    static let step = 16 * 1024

    /// Who is charged beside all; nil for one with whom limits are not shared.
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

    /// Charges from now on as it is right for another standing.
    func change(to standing: Standing) {
        _ = budget.add(-bytes, self.standing, peer)
        atomicStanding.store(standing, ordering: .relaxed)
        _ = budget.add(bytes, standing, peer)
    }

    /// Says how much the connection holds now.
    ///
    /// - Returns: who holds too much, if that is because of this connection's growth.
    func settle(_ held: Int) -> MemoryBudget.Excess? {
        let charged = bytes
        // Up as soon as it is more; down once it is less by two steps, so as not to swing.
        guard held > charged || held <= charged - 2 * Self.step else { return nil }
        let next = (held + Self.step - 1) / Self.step * Self.step
        // The first step of a connection is free.
        let wanted = next <= Self.step ? 0 : next
        guard wanted != charged else { return nil }
        self.charged.store(wanted, ordering: .relaxed)
        return budget.add(wanted - charged, standing, peer)
    }
}
