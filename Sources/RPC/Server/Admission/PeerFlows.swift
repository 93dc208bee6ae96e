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

/// The flows of those who have had a call in a run queue since it was empty, as a value.
///
/// An account stands where its first call did, in the flow of an address, and has no other flow at other
/// addresses. So neither an address with many accounts nor an account with many addresses has
/// more turns, or more of the queue, than one peer.
struct PeerFlows<Flow> {
    /// An identifier is that of one object as long as it lives.
    private struct Entry {
        let flow: Flow
        let holder: AnyObject
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// The flow of somebody's calls; nil when they have none so far.
    func flow(of queuer: Queuer) -> Flow? {
        queuer.account.flatMap(flow(of:)) ?? flow(of: queuer.peer)
    }

    private func flow(of holder: AnyObject) -> Flow? {
        entries[ObjectIdentifier(holder)]?.flow
    }

    /// The same, with a new one for somebody who has none.
    mutating func flow(of queuer: Queuer, orAdd add: () -> Flow) -> Flow {
        if let account = queuer.account, let flow = flow(of: account) { return flow }
        let flow = flow(of: queuer.peer) ?? add()
        enter(queuer.peer, in: flow)
        if let account = queuer.account { enter(account, in: flow) }
        return flow
    }

    private mutating func enter(_ holder: AnyObject, in flow: Flow) {
        entries[ObjectIdentifier(holder)] = Entry(flow: flow, holder: holder)
    }

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: entries.count < 1024)
    }
}
