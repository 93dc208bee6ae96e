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
    /// By user: the number of changes since the user entered the queue; 0 if the user is not in it.
    private var changeCounts: [UInt16] = []
    /// Users who changed again after a part of their watchers had been visited: the time, and the
    /// number of changes.
    private var changedAgain: [UserTable.Index: (since: Int64, count: UInt16)] = [:]

    var isEmpty: Bool { done == places.count }

    /// Adds a user who has changed.
    ///
    /// - Parameters:
    ///   - isUnderWay: whether some of the user's watchers were visited, and others not.
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

    /// The number of changes that the user's next watchers are sent.
    func changeCount(of user: UserTable.Index) -> Int {
        Int(changeCounts[Int(user)])
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
        if let again = changedAgain.removeValue(forKey: user) {
            changeCounts[Int(user)] = again.count
            places.append(Place(user: user, since: again.since))
        } else {
            changeCounts[Int(user)] = 0
        }
    }
}

extension UInt16 {
    /// One more, up to the largest value.
    fileprivate var increased: UInt16 { self == .max ? self : self + 1 }
}
