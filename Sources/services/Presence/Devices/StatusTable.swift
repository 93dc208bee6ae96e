/// The status texts of users, in flat arrays.
struct StatusTable: Sendable {
    private var slots: [UserTable.Index: UInt32] = [:]
    // By slot. A free slot has an end that never comes.
    private var users: [UserTable.Index] = []
    private var texts: [String] = []
    private var ends: [Int64] = []
    private var freeSlots: [UInt32] = []

    private static let never = Int64.max

    var count: Int { slots.count }

    func status(of user: UserTable.Index) -> UserStatus? {
        guard let slot = slots[user].map({ Int($0) }) else { return nil }
        return UserStatus(text: texts[slot], end: ends[slot] == Self.never ? nil : ends[slot])
    }

    mutating func set(_ status: UserStatus, of user: UserTable.Index) {
        let slot = Int(slots[user] ?? makeSlot(for: user))
        texts[slot] = status.text
        ends[slot] = status.end ?? Self.never
    }

    mutating func remove(of user: UserTable.Index) {
        guard let slot = slots.removeValue(forKey: user) else { return }
        texts[Int(slot)] = ""
        ends[Int(slot)] = Self.never
        freeSlots.append(slot)
    }

    /// The users whose status has ended. It is still to be removed.
    func due(at wall: Int64) -> [UserTable.Index] {
        ends.indices.filter { ends[$0] <= wall }.map { users[$0] }
    }

    private mutating func makeSlot(for user: UserTable.Index) -> UInt32 {
        let slot: UInt32
        if let free = freeSlots.popLast() {
            slot = free
            users[Int(slot)] = user
        } else {
            slot = UInt32(users.count)
            users.append(user)
            texts.append("")
            ends.append(Self.never)
        }
        slots[user] = slot
        return slot
    }
}
