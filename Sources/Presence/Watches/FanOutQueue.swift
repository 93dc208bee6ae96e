/// The users whose watchers are still to be told of a change, in the order in which they changed; each
/// once, however often it changes.
struct FanOutQueue: Sendable {
    /// A user in the queue.
    struct Place: Sendable {
        let user: UserTable.Index
        /// The time of the first change that some watchers are still to be told of, in milliseconds.
        let since: Int64
    }

    private var places: [Place] = []
    /// How many of `places` are done.
    private var done = 0
    /// By user: the changes since the user came into the queue; 0 for one who is not in it.
    private var changeCounts: [UInt16] = []
    /// Those who have changed again when a part of their watchers was told already: since when, and how often.
    private var changedAgain: [UserTable.Index: (since: Int64, count: UInt16)] = [:]

    var isEmpty: Bool { done == places.count }

    /// Adds a user who has changed.
    ///
    /// - Parameters:
    ///   - isUnderWay: whether some of the user's watchers were told, and others not yet.
    ///   - now: in milliseconds.
    mutating func add(_ user: UserTable.Index, isUnderWay: Bool, now: Int64) {
        while changeCounts.count <= user { changeCounts.append(0) }
        let count = changeCounts[Int(user)]
        if count == 0 {
            changeCounts[Int(user)] = 1
            places.append(Place(user: user, since: now))
        } else if isUnderWay {
            let again = changedAgain[user] ?? (since: now, count: 0)
            changedAgain[user] = (again.since, again.count.increased)
        } else {
            changeCounts[Int(user)] = count.increased
        }
    }

    /// How many changes the watchers of a user are told of that are told next.
    func changeCount(of user: UserTable.Index) -> Int {
        Int(changeCounts[Int(user)])
    }

    /// Takes out the next user. Say afterwards how far its watchers were told: `putBack` or `finish`.
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

    /// Puts a user behind all others, as it has more watchers than could be told at once.
    mutating func putBack(_ place: Place) {
        places.append(place)
    }

    /// All watchers of the user were told.
    mutating func finish(_ user: UserTable.Index) {
        if let again = changedAgain.removeValue(forKey: user) {
            changeCounts[Int(user)] = again.count
            places.append(Place(user: user, since: again.since))
        } else {
            changeCounts[Int(user)] = 0
        }
    }
}

extension UInt16 {
    /// One more, up to the largest.
    fileprivate var increased: UInt16 { self == .max ? self : self + 1 }
}
