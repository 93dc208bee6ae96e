/// The memory of one call that counts for an account, or for a client of a trusted proxy. An
/// account calls over any number of connections, and the clients of a proxy share one.
struct MemoryShare {
    let peer: PeerUsage
    private var charged = 0

    init(_ peer: PeerUsage) {
        self.peer = peer
    }

    /// Says how many bytes the call holds now; 0 once it is over.
    ///
    /// - Returns: whether the peer holds too much now, because of this call's growth.
    mutating func settle(_ held: Int, in budget: MemoryBudget) -> Bool {
        let growth = held - charged
        guard growth != 0 else { return false }
        charged = held
        return budget.charge(growth, to: peer)
    }

    /// The same for a call that holds less than before. What it holds more waits to be settled.
    mutating func shrink(to held: Int, in budget: MemoryBudget) {
        if held < charged { _ = settle(held, in: budget) }
    }
}
