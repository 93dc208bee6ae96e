/// What one call holds of the memory that a peer may hold which is not its connection's: an account calls
/// over any number of connections.
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
}
