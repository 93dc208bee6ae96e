/// A caller that needs a place in a run queue.
struct Queuer {
    /// The caller's address, or its connection.
    let peer: AnyObject
    /// The account of the connection, if it is known.
    let account: AnyObject?

    init(_ peer: AnyObject, account: AnyObject? = nil) {
        self.peer = peer
        self.account = account
    }
}

/// The flows of all callers that had a call in a run queue since it was empty, as a value.
///
/// An account uses the flow of the address from which its first call came, and has no flow at other
/// addresses. So an address with many accounts has no more turns and no more of the queue than one
/// peer. Nor has an account with many addresses.
struct PeerFlows<Flow> {
    /// The object must live as long as its identifier is in use.
    private struct Entry {
        let flow: Flow
        let holder: AnyObject
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// The flow of a caller; nil if it has none so far.
    func flow(of queuer: Queuer) -> Flow? {
        queuer.account.flatMap(flow(of:)) ?? flow(of: queuer.peer)
    }

    private func flow(of holder: AnyObject) -> Flow? {
        entries[ObjectIdentifier(holder)]?.flow
    }

    /// The flow of a caller; a new one if it has none.
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
