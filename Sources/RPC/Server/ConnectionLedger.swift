import NIOCore

/// Which connections a server has, and whether it takes one more.
struct ConnectionLedger {
    /// Connections are numbered in the order in which they came.
    typealias ID = UInt64

    enum Refusal: String, Sendable, CaseIterable {
        case draining, total, address
    }

    enum Verdict: Equatable {
        /// `evicting` must be closed in exchange.
        case admitted(ID, evicting: ID?)
        case refused(Refusal)
    }

    private struct Entry {
        let network: ClientNetwork?
        var isOpening = true
    }

    let maximum: Int
    let maximumPerNetwork: Int
    let maximumOpening: Int

    private(set) var isDraining = false
    private var entries: [ID: Entry] = [:]
    private var countByNetwork: [ClientNetwork: Int] = [:]
    private var openingCount = 0
    /// Those that were opening when they came, the oldest first; most of them are not any more.
    private var arrivals = CircularBuffer<ID>()
    private var lastID: ID = 0

    init(_ configuration: ServerConfiguration) {
        maximum = configuration.maximumConnections
        maximumPerNetwork = configuration.maximumConnectionsPerAddress
        maximumOpening = configuration.maximumOpeningConnections
    }

    var count: Int { entries.count }

    /// - Parameter network: where the client is; nil when it is on this machine for certain.
    mutating func admit(from network: ClientNetwork?) -> Verdict {
        guard !isDraining else { return .refused(.draining) }
        guard entries.count < maximum else { return .refused(.total) }
        if let network {
            guard countByNetwork[network, default: 0] < maximumPerNetwork else {
                return .refused(.address)
            }
            countByNetwork[network, default: 0] += 1
        }
        lastID += 1
        entries[lastID] = Entry(network: network)
        openingCount += 1
        let evicted = openingCount > maximumOpening ? takeOldestOpening() : nil
        arrivals.append(lastID)
        return .admitted(lastID, evicting: evicted)
    }

    /// The client has said HELLO.
    mutating func opened(_ id: ID) {
        guard entries[id]?.isOpening == true else { return }
        entries[id]?.isOpening = false
        openingCount -= 1
        while let first = arrivals.first, entries[first]?.isOpening != true {
            arrivals.removeFirst()
        }
    }

    mutating func closed(_ id: ID) {
        opened(id)
        guard let network = entries.removeValue(forKey: id)?.network,
            let count = countByNetwork[network]
        else { return }
        countByNetwork[network] = count > 1 ? count - 1 : nil
    }

    mutating func drain() {
        isDraining = true
    }

    /// It stays in the ledger until it is closed, but is not chosen again.
    private mutating func takeOldestOpening() -> ID? {
        while let id = arrivals.popFirst() {
            guard entries[id]?.isOpening == true else { continue }
            entries[id]?.isOpening = false
            openingCount -= 1
            return id
        }
        return nil
    }
}
