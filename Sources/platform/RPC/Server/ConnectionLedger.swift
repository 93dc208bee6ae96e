/// The connections of a server, and the decision to accept one more.
struct ConnectionLedger {
    /// Connections are numbered in the order of their arrival.
    typealias ID = UInt64

    enum Refusal: String, Sendable, CaseIterable {
        case draining, total, address
    }

    enum Verdict: Equatable {
        /// The connections in `evicting` must be closed in exchange.
        case admitted(ID, evicting: [Eviction] = [])
        case refused(Refusal)
    }

    /// A connection that is closed to make room, and why.
    struct Eviction: Equatable {
        enum Reason: String, Sendable, CaseIterable {
            /// It has not said HELLO.
            case opening
            /// None of its calls has shown a verified token.
            case stranger
            /// Its account has too many.
            case account
        }

        let id: ID
        let reason: Reason
    }

    private struct Entry {
        let peer: PeerKey?
        var isOpening = true
        var isStranger: Bool
    }

    /// The connections of one peer.
    private struct Place {
        var count = 0
        var opening = ConnectionLine()
        var strangers = ConnectionLine()
    }

    let maximum: Int
    let maximumPerPeer: Int
    let maximumOpening: Int
    let maximumOpeningPerPeer: Int
    let maximumStrangers: Int

    private(set) var isDraining = false
    private var entries: [ID: Entry] = [:]
    /// By peer. Exempt connections are together under nil.
    private var places: [PeerKey?: Place] = [:]
    private var accounts: AccountConnections
    private var openingCount = 0
    private var strangersCount = 0
    private var lastID: ID = 0

    init(_ configuration: ServerConfiguration) {
        let admission = configuration.admission
        maximum = configuration.maximumConnections
        maximumPerPeer =
            configuration.maximumConnectionsPerAddress ?? admission.peerPart(of: maximum)
        maximumOpening = configuration.maximumOpeningConnections
        maximumOpeningPerPeer = admission.peerPart(of: maximumOpening)
        maximumStrangers = admission.strangersPart(of: maximum)
        accounts = AccountConnections(maximum: admission.peerPart(of: maximum))
    }

    var count: Int { entries.count }

    /// The last places are reserved for exempt connections.
    private var reserve: Int { min(maximum / 32, 256) }

    func contains(_ id: ID) -> Bool { entries[id] != nil }

    /// - Parameter peer: who connects; nil if exempt from shared limits.
    mutating func admit(from peer: PeerKey?) -> Verdict {
        guard !isDraining else { return .refused(.draining) }
        let limit = peer == nil ? maximum : maximum - reserve
        guard entries.count < limit else { return .refused(.total) }
        guard peer == nil || places[peer, default: Place()].count < maximumPerPeer else {
            return .refused(.address)
        }
        lastID += 1
        entries[lastID] = Entry(peer: peer, isStranger: peer != nil)
        places[peer, default: Place()].count += 1
        places[peer]?.opening.append(lastID)
        openingCount += 1
        if peer != nil {
            places[peer]?.strangers.append(lastID)
            strangersCount += 1
        }
        return .admitted(lastID, evicting: makeRoom(beside: peer))
    }

    /// The client has said HELLO.
    mutating func opened(_ id: ID) {
        guard let entry = entries[id], entry.isOpening else { return }
        entries[id]?.isOpening = false
        openingCount -= 1
        places[entry.peer]?.opening.leave { entries[$0]?.isOpening == true }
    }

    /// A call has carried a verified token.
    ///
    /// - Parameter userID: the account, if the token is a user's.
    /// - Returns: the connection that must be closed in exchange.
    @discardableResult
    mutating func becameKnown(_ id: ID, as userID: String? = nil) -> Eviction? {
        guard let entry = entries[id] else { return nil }
        leaveStrangers(id)
        accounts.remove(id)
        return userID.flatMap { accounts.add(id, of: $0, at: entry.peer) }
            .map { Eviction(id: $0, reason: .account) }
    }

    private mutating func leaveStrangers(_ id: ID) {
        guard let entry = entries[id], entry.isStranger else { return }
        entries[id]?.isStranger = false
        strangersCount -= 1
        places[entry.peer]?.strangers.leave { entries[$0]?.isStranger == true }
    }

    mutating func closed(_ id: ID) {
        opened(id)
        becameKnown(id)
        guard let entry = entries.removeValue(forKey: id) else { return }
        places[entry.peer]?.count -= 1
        if places[entry.peer]?.count == 0 { places[entry.peer] = nil }
    }

    mutating func drain() {
        isDraining = true
    }

    /// Evicted connections stay in the ledger until they are closed, but are not chosen again.
    private mutating func makeRoom(beside peer: PeerKey?) -> [Eviction] {
        var evicted: [Eviction] = []
        if peer != nil, places[peer, default: Place()].opening.count > maximumOpeningPerPeer {
            if let id = takeOldestOpening(of: peer) {
                evicted.append(.init(id: id, reason: .opening))
            }
        } else if openingCount > maximumOpening {
            let others = places.filter { $0.key != nil && $0.value.opening.count > 0 }
            let busiest = others.max { $0.value.opening.count < $1.value.opening.count }
            if let id = takeOldestOpening(of: busiest?.key ?? nil) {
                evicted.append(.init(id: id, reason: .opening))
            }
        }
        if strangersCount > maximumStrangers {
            let busiest = places.max { $0.value.strangers.count < $1.value.strangers.count }
            if let busiest, let id = takeOldestStranger(of: busiest.key) {
                evicted.append(.init(id: id, reason: .stranger))
            }
        }
        return evicted
    }

    private mutating func takeOldestOpening(of peer: PeerKey?) -> ID? {
        let id = places[peer]?.opening.takeOldest { entries[$0]?.isOpening == true }
        guard let id else { return nil }
        entries[id]?.isOpening = false
        openingCount -= 1
        return id
    }

    private mutating func takeOldestStranger(of peer: PeerKey?) -> ID? {
        let id = places[peer]?.strangers.takeOldest { entries[$0]?.isStranger == true }
        guard let id else { return nil }
        entries[id]?.isStranger = false
        strangersCount -= 1
        return id
    }
}
