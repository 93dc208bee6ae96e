/// Which connections each account has, as a value.
struct AccountConnections {
    typealias ID = ConnectionLedger.ID

    private struct Owner {
        let userID: String
        let peer: PeerKey?
    }

    private struct Account {
        var count = 0
        /// By the peer from which they come.
        var lines: [PeerKey?: ConnectionLine] = [:]
    }

    /// Those that one account may have.
    let maximum: Int
    private var owners: [ID: Owner] = [:]
    private var accounts: [String: Account] = [:]

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// Enters a connection of an account.
    ///
    /// - Returns: the one that must be closed in exchange: the oldest at the peer where the account has
    ///   most. So a thief of a token who opens many connections does not cut off its owner.
    mutating func add(_ id: ID, of userID: String, at peer: PeerKey?) -> ID? {
        let evicted = count(of: userID) < maximum ? nil : takeOldest(of: userID)
        owners[id] = Owner(userID: userID, peer: peer)
        accounts[userID, default: Account()].count += 1
        accounts[userID]?.lines[peer, default: ConnectionLine()].append(id)
        return evicted
    }

    mutating func remove(_ id: ID) {
        guard let owner = owners.removeValue(forKey: id) else { return }
        accounts[owner.userID]?.lines[owner.peer]?.leave { owners[$0]?.userID == owner.userID }
        left(owner)
    }

    private func count(of userID: String) -> Int { accounts[userID]?.count ?? 0 }

    private mutating func takeOldest(of userID: String) -> ID? {
        let busiest = accounts[userID]?.lines.max { $0.value.count < $1.value.count }
        guard let busiest,
            let id = accounts[userID]?.lines[busiest.key]?.takeOldest({
                owners[$0]?.userID == userID
            }),
            let owner = owners.removeValue(forKey: id)
        else { return nil }
        left(owner)
        return id
    }

    private mutating func left(_ owner: Owner) {
        accounts[owner.userID]?.count -= 1
        if count(of: owner.userID) == 0 { accounts[owner.userID] = nil }
        guard accounts[owner.userID]?.lines[owner.peer]?.count == 0 else { return }
        accounts[owner.userID]?.lines[owner.peer] = nil
    }
}
