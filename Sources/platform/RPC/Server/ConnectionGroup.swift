/// Connections of one kind, by the peers that they come from, as a value.
struct ConnectionGroup {
    typealias ID = ConnectionLedger.ID

    private(set) var count = 0
    private var members: [PeerKey?: Set<ID>] = [:]

    func count(at peer: PeerKey?) -> Int { members[peer]?.count ?? 0 }

    mutating func insert(_ id: ID, at peer: PeerKey?) {
        if members[peer, default: []].insert(id).inserted { count += 1 }
    }

    /// Does nothing if the connection is not one of them.
    mutating func remove(_ id: ID, at peer: PeerKey?) {
        guard members[peer]?.remove(id) != nil else { return }
        if count(at: peer) == 0 { members[peer] = nil }
        count -= 1
    }

    /// Removes the oldest of a peer.
    mutating func takeOldest(at peer: PeerKey?) -> ID? {
        guard let id = members[peer]?.min() else { return nil }
        remove(id, at: peer)
        return id
    }

    /// Removes the oldest of the peer that has most. Exempt connections (nil) go only if there are
    /// no others.
    mutating func takeOldestOfBusiest() -> ID? {
        let busiest = members.max {
            ($0.key == nil ? 0 : $0.value.count) < ($1.key == nil ? 0 : $1.value.count)
        }
        return busiest.flatMap { takeOldest(at: $0.key) }
    }
}
