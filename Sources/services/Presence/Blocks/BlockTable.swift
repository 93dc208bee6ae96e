import RollcallBasics

/// The users that each user has blocked, in sorted lists of indexes: four bytes a block.
package struct BlockTable: Sendable {
    typealias Index = UserTable.Index

    /// Whether a complete copy was ever known.
    package var isKnown = false
    /// Whether everything that Profile has to send has arrived.
    var isCurrent = false
    /// While a copy is renewed: users with blocks in the old copy who are not in the new one so
    /// far.
    private var doubtful: Set<Index> = []

    private var lists: [Index: [Index]] = [:]
    /// In how many lists each user is, the own one included.
    private var mentions: [UInt32] = []

    /// Whether one of the two has blocked the other.
    func areApart(_ one: Index, _ other: Index) -> Bool {
        // Both directions are checked, so that the time does not reveal which of the two has
        // blocked the other.
        let (there, back) = (isBlocked(other, by: one), isBlocked(one, by: other))
        return there || back
    }

    /// Whether a list has the user: then the user's index must not become another's.
    func mentions(_ user: Index) -> Bool {
        user < mentions.count && mentions[Int(user)] > 0
    }

    func list(of user: Index) -> [Index] {
        lists[user] ?? []
    }

    /// Replaces the list of a user.
    ///
    /// - Parameter blocked: each once, without the user.
    mutating func set(_ blocked: [Index], of user: Index) {
        for old in list(of: user) { mentions[Int(old)] -= 1 }
        if lists[user] != nil { mentions[Int(user)] -= 1 }
        lists[user] = blocked.isEmpty ? nil : blocked.sorted()
        guard !blocked.isEmpty else { return }
        let highest = max(blocked.max() ?? user, user)
        while mentions.count <= highest { mentions.append(0) }
        for new in blocked { mentions[Int(new)] += 1 }
        mentions[Int(user)] += 1
    }

    /// Records that all lists are sent again from now on.
    mutating func beginCopy() {
        doubtful.formUnion(lists.keys)
    }

    /// Records that the copy has the list of a user, or leaves it as it is.
    mutating func confirm(_ user: Index) {
        doubtful.remove(user)
    }

    /// Records that all lists were sent.
    ///
    /// - Returns: the users who no longer have blocks.
    mutating func endCopy() -> Set<Index> {
        defer { doubtful = [] }
        return doubtful
    }

    private func isBlocked(_ other: Index, by user: Index) -> Bool {
        guard let list = lists[user] else { return false }
        let place = list.firstIndex(behindAll: { $0 < other })
        return place < list.count && list[place] == other
    }
}
