/// Who asks for a place in a run queue.
struct Queuer {
    /// The address from which a call comes, or its connection.
    let peer: AnyObject
    /// The account of its connection, if that is known.
    let account: AnyObject?

    init(_ peer: AnyObject, account: AnyObject? = nil) {
        self.peer = peer
        self.account = account
    }
}

/// The lanes of those who have had a call in a run queue since it was empty, as a value.
///
/// An account stands where its first call did, in the lane of an address, and has no other lane at other
/// addresses. So neither an address with many accounts nor an account with many addresses has
/// more turns, or more of the queue, than one peer.
struct PeerLanes<Lane> {
    /// An identifier is that of one object as long as it lives.
    private struct Entry {
        let lane: Lane
        let holder: AnyObject
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// The lane of somebody's calls; nil when they have none so far.
    func lane(of queuer: Queuer) -> Lane? {
        queuer.account.flatMap(lane(of:)) ?? lane(of: queuer.peer)
    }

    private func lane(of holder: AnyObject) -> Lane? {
        entries[ObjectIdentifier(holder)]?.lane
    }

    /// The same, with a new one for somebody who has none.
    mutating func lane(of queuer: Queuer, orAdd add: () -> Lane) -> Lane {
        if let account = queuer.account, let lane = lane(of: account) { return lane }
        let lane = lane(of: queuer.peer) ?? add()
        enter(queuer.peer, in: lane)
        if let account = queuer.account { enter(account, in: lane) }
        return lane
    }

    private mutating func enter(_ holder: AnyObject, in lane: Lane) {
        entries[ObjectIdentifier(holder)] = Entry(lane: lane, holder: holder)
    }

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: entries.count < 1024)
    }
}
