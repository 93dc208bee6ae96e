/// The users with a change that some watchers were not sent, in the order of the changes. Each user
/// is in it once, however often the user changes.
struct FanOutQueue: Sendable {
    /// A user in the queue.
    struct Place: Sendable {
        let user: UserTable.Index
        /// The time of the first change that some watchers were not sent, in milliseconds.
        let since: Int64
    }

    private var places: [Place] = []
    /// The number of `places` that are done.
    private var done = 0
    /// By user: whether the user is in the queue.
    private var areQueued: [Bool] = []
    /// Users who changed again after a part of their watchers had been visited, and when.
    private var changedAgain: [UserTable.Index: Int64] = [:]

    var isEmpty: Bool { done == places.count }

    /// Adds a user who has changed.
    ///
    /// - Parameters:
    ///   - isUnderWay: whether some of the user's watchers were visited, and others not.
    ///   - now: in milliseconds.
    mutating func add(_ user: UserTable.Index, isUnderWay: Bool, now: Int64) {
        while areQueued.count <= user { areQueued.append(false) }
        if !areQueued[Int(user)] {
            areQueued[Int(user)] = true
            places.append(Place(user: user, since: now))
        } else if isUnderWay, changedAgain[user] == nil {
            changedAgain[user] = now
        }
    }

    /// Takes the next user. Call `putBack` or `finish` afterwards.
    mutating func next() -> Place? {
        guard !isEmpty else { return nil }
        done += 1
        let place = places[done - 1]
        if done == places.count {
            places.removeAll(keepingCapacity: done <= 4096)
            done = 0
        } else if done >= 4096, done * 2 >= places.count {
            places.removeFirst(done)
            done = 0
        }
        return place
    }

    /// Puts a user at the end of the queue, as some watchers must still be visited.
    mutating func putBack(_ place: Place) {
        places.append(place)
    }

    /// Removes a user whose watchers were all visited.
    mutating func finish(_ user: UserTable.Index) {
        if let since = changedAgain.removeValue(forKey: user) {
            places.append(Place(user: user, since: since))
        } else {
            areQueued[Int(user)] = false
        }
    }
}
