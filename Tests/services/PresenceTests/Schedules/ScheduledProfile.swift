import RollcallCrypto

@testable import Presence

/// What Profile knows, and how far it was told.
struct ScheduledProfile {
    /// By user: a bit for each whom the user has blocked.
    var blocked: [Int]
    var cards: [NameTable.Card]
    /// By user: the number of the last change of the list.
    var changes: [UInt64]
    var number: UInt64 = 1
    /// A bit for each user whose account was deleted.
    private var gone = 0
    /// Up to where changes were told; nil after a restart.
    var told: UInt64? = 0

    init(users: Int) {
        blocked = Array(repeating: 0, count: users)
        cards = Array(repeating: NameTable.Card(), count: users)
        changes = Array(repeating: 0, count: users)
    }

    mutating func setBlocked(_ list: Int, by user: Int) {
        guard blocked[user] != list else { return }
        number += 1
        blocked[user] = list
        changes[user] = number
    }
}

extension ScheduledProfile {
    func isGone(_ user: Int) -> Bool { gone >> user & 1 == 1 }

    mutating func erase(_ user: Int) {
        gone |= 1 << user
        cards[user] = NameTable.Card()
        setBlocked(0, by: user)
        for other in blocked.indices { setBlocked(blocked[other] & ~(1 << user), by: other) }
    }
}
