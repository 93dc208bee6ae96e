import Synchronization

/// A peer that shares a server's limits with others.
enum PeerKey: Hashable, Sendable {
    /// An IPv4 address, or a /64 of IPv6.
    case network(ClientNetwork)
    /// A user of this machine, behind a unix socket.
    case unixUser(UInt32)
    /// An account, by its id.
    case account(String)

    /// Nil within a process, and for a peer without an address.
    init?(_ peer: PeerIdentity) {
        if let network = ClientNetwork(peer) {
            self = .network(network)
        } else if case .process(let process) = peer.proof {
            self = .unixUser(process.userID)
        } else {
            return nil
        }
    }
}

/// A reference to what one peer holds of the shared limits. Each connection and each running call
/// of the peer has one.
final class PeerUsage: Sendable {
    /// The same object for all references to the peer.
    let counts: Counts
    private let key: PeerKey
    private let table: PeerTable

    final class Counts: Sendable {
        let handlers = HandlerCounts()
        /// Bytes, as counted by `MemoryAccount`.
        let memory = Atomic(0)
    }

    fileprivate init(_ key: PeerKey, _ counts: Counts, in table: PeerTable) {
        self.key = key
        self.counts = counts
        self.table = table
    }

    deinit {
        table.release(key)
    }

    /// Whether the peer is this account.
    func isAccount(_ id: String) -> Bool {
        if case .account(id) = key { true } else { false }
    }

    /// Identifies the peer as long as a reference to it exists.
    var id: ObjectIdentifier { ObjectIdentifier(counts) }
}

/// The peers with at least one reference.
final class PeerTable: Sendable {
    private struct Entry {
        let counts = PeerUsage.Counts()
        /// The number of references.
        var holders = 0
    }

    private let entries = Mutex<[PeerKey: Entry]>([:])

    var count: Int { entries.withLock { $0.count } }

    /// A reference to a peer, with the same counts for every caller.
    func usage(of key: PeerKey) -> PeerUsage {
        let counts = entries.withLock { entries in
            entries[key, default: Entry()].holders += 1
            return entries[key]?.counts
        }
        return PeerUsage(key, counts ?? PeerUsage.Counts(), in: self)
    }

    fileprivate func release(_ key: PeerKey) {
        entries.withLock { entries in
            entries[key]?.holders -= 1
            if entries[key]?.holders == 0 { entries[key] = nil }
        }
    }
}
