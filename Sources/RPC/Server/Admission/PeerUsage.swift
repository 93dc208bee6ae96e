import Synchronization

/// One of those who share a server's limits.
enum PeerKey: Hashable, Sendable {
    /// An IPv4 address, or a /64 of IPv6.
    case network(ClientNetwork)
    /// A user of this machine, behind a unix socket.
    case unixUser(UInt32)
    /// An account, by its id.
    case account(String)

    /// Nil within a process, and for what is no address.
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

/// What one peer holds of the limits that all share, in the hands of somebody who counts for the peer: a
/// connection, or a running call.
final class PeerUsage: Sendable {
    /// The same for all who have the peer in their hands.
    let counts: Counts
    private let key: PeerKey
    private let table: PeerTable

    final class Counts: Sendable {
        let handlers = HandlerCounts()
        /// Bytes, as `MemoryAccount` charges them.
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

    /// Whether it is that of an account.
    func isAccount(_ id: String) -> Bool {
        if case .account(id) = key { true } else { false }
    }

    /// Whose it is, as long as somebody has the peer in their hands.
    var id: ObjectIdentifier { ObjectIdentifier(counts) }
}

/// The peers that hold anything.
final class PeerTable: Sendable {
    private struct Entry {
        let counts = PeerUsage.Counts()
        /// How many have it in their hands.
        var holders = 0
    }

    private let entries = Mutex<[PeerKey: Entry]>([:])

    var count: Int { entries.withLock { $0.count } }

    /// What a peer holds, the same for all who ask.
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
