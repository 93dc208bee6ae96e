/// The users whose watchers are still to be told of a change, in the order in which they changed; each
/// once, however often it changes.
struct FanOutQueue: Sendable {
    private var users: [UserTable.Index] = []
    /// How many of `users` are done.
    private var done = 0
    /// By user.
    private var isQueued: [Bool] = []
    /// Those who have changed again when a part of their watchers was told already.
    private var changedAgain: Set<UserTable.Index> = []

    var isEmpty: Bool { done == users.count }

    /// - Parameter isUnderWay: whether some of the user's watchers were told, and others not yet.
    mutating func add(_ user: UserTable.Index, isUnderWay: Bool) {
        while isQueued.count <= user { isQueued.append(false) }
        if !isQueued[Int(user)] {
            isQueued[Int(user)] = true
            users.append(user)
        } else if isUnderWay {
            changedAgain.insert(user)
        }
    }

    /// Takes out the next user. Say afterwards how far its watchers were told: `putBack` or `finish`.
    mutating func next() -> UserTable.Index? {
        guard !isEmpty else { return nil }
        done += 1
        let user = users[done - 1]
        if done == users.count {
            users.removeAll(keepingCapacity: done <= 4096)
            done = 0
        } else if done >= 4096, done * 2 >= users.count {
            users.removeFirst(done)
            done = 0
        }
        return user
    }

    /// Puts a user behind all others, as it has more watchers than could be told at once.
    mutating func putBack(_ user: UserTable.Index) {
        users.append(user)
    }

    /// All watchers of the user were told.
    mutating func finish(_ user: UserTable.Index) {
        if changedAgain.remove(user) != nil {
            users.append(user)
        } else {
            isQueued[Int(user)] = false
        }
    }
}
