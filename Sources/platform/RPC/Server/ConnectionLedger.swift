import Admission

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
        /// Of the call that made the connection known.
        var userID: String?
    }

    let maximum: Int
    let maximumPerPeer: Int
    let maximumOpening: Int
    let maximumOpeningPerPeer: Int
    let maximumStrangers: Int

    private let maximumPerAccount: Int

    private(set) var isDraining = false
    private var entries: [ID: Entry] = [:]
    /// Exempt connections are not among them.
    private var places = Tally<PeerKey>()
    private var opening = ConnectionGroup()
    private var strangers = ConnectionGroup()
    /// Known connections, by their accounts.
    private var accounts: [String: ConnectionGroup] = [:]
    private var lastID: ID = 0

    init(_ configuration: ServerConfiguration) {
        let admission = configuration.admission
        maximum = configuration.maximumConnections
        maximumPerPeer =
            configuration.maximumConnectionsPerAddress ?? admission.peerPart(of: maximum)
        maximumOpening = configuration.maximumOpeningConnections
        maximumOpeningPerPeer = admission.peerPart(of: maximumOpening)
        maximumStrangers = admission.strangersPart(of: maximum)
        maximumPerAccount = admission.peerPart(of: maximum)
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
        guard peer == nil || places[peer] < maximumPerPeer else { return .refused(.address) }
        lastID += 1
        entries[lastID] = Entry(peer: peer)
        places.add(1, to: peer)
        opening.insert(lastID, at: peer)
        if peer != nil { strangers.insert(lastID, at: peer) }
        return .admitted(lastID, evicting: makeRoom(beside: peer))
    }

    /// The client has said HELLO.
    mutating func opened(_ id: ID) {
        if let entry = entries[id] { opening.remove(id, at: entry.peer) }
    }

    /// A call has carried a verified token.
    ///
    /// - Parameter userID: the account, if the token is a user's.
    /// - Returns: the connection that must be closed in exchange: the oldest at the peer where the
    ///   account has most. So a thief of a token who opens many connections does not cut off its
    ///   owner.
    @discardableResult
    mutating func becameKnown(_ id: ID, as userID: String? = nil) -> Eviction? {
        guard let entry = entries[id] else { return nil }
        strangers.remove(id, at: entry.peer)
        if let before = entry.userID {
            accounts[before]?.remove(id, at: entry.peer)
            if accounts[before]?.count == 0 { accounts[before] = nil }
        }
        entries[id]?.userID = userID
        guard let userID else { return nil }
        let isFull = accounts[userID].map { $0.count >= maximumPerAccount } ?? false
        let evicted = isFull ? accounts[userID]?.takeOldestOfBusiest() : nil
        accounts[userID, default: ConnectionGroup()].insert(id, at: entry.peer)
        return evicted.map { Eviction(id: $0, reason: .account) }
    }

    mutating func closed(_ id: ID) {
        opened(id)
        becameKnown(id)
        if let entry = entries.removeValue(forKey: id) { places.add(-1, to: entry.peer) }
    }

    mutating func drain() {
        isDraining = true
    }

    /// Evicted connections stay in the ledger until they are closed, but are not chosen again.
    private mutating func makeRoom(beside peer: PeerKey?) -> [Eviction] {
        var evicted: [Eviction] = []
        let isOpeningMany = peer != nil && opening.count(at: peer) > maximumOpeningPerPeer
        if isOpeningMany || opening.count > maximumOpening,
            let id = isOpeningMany ? opening.takeOldest(at: peer) : opening.takeOldestOfBusiest()
        {
            evicted.append(Eviction(id: id, reason: .opening))
        }
        if strangers.count > maximumStrangers, let id = strangers.takeOldestOfBusiest() {
            evicted.append(Eviction(id: id, reason: .stranger))
        }
        return evicted
    }
}
