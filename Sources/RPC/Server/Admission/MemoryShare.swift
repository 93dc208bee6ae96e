/// What one call holds of the memory of a peer that is not its connection's: of an account, which calls
/// over any number of connections, or of a trusted proxy's client, which shares its connection.
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
