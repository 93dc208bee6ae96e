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

/// What one peer holds of the limits that all share. It lives for as long as a connection or a
/// running call of the peer.
final class PeerUsage: Sendable {
    let handlers = HandlerCounts()
    /// Bytes, as `MemoryAccount` charges them.
    let memory = Atomic(0)
    private let key: PeerKey
    private let table: PeerTable

    fileprivate init(_ key: PeerKey, in table: PeerTable) {
        self.key = key
        self.table = table
    }

    deinit {
        table.forget(key)
    }
}

/// The peers that hold anything.
final class PeerTable: Sendable {
    private struct Entry {
        weak var usage: PeerUsage?
    }

    private let entries = Mutex<[PeerKey: Entry]>([:])

    var count: Int { entries.withLock { $0.count } }

    /// What a peer holds, the same for all who ask.
    func usage(of key: PeerKey) -> PeerUsage {
        entries.withLock { entries in
            if let usage = entries[key]?.usage { return usage }
            let usage = PeerUsage(key, in: self)
            entries[key] = Entry(usage: usage)
            return usage
        }
    }

    /// The peer holds nothing any more, unless it has come again meanwhile.
    fileprivate func forget(_ key: PeerKey) {
        entries.withLock { entries in
            if let entry = entries[key], entry.usage == nil { entries[key] = nil }
        }
    }
}
