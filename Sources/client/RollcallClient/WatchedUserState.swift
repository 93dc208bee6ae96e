import RollcallAPI

/// The users that a watch should have and has, and the next message to the service. Only one
/// message is sent at a time, so that none waits for answers that are not read.
struct WatchedUserState {
    static let usersPerMessage = 1_000

    var wanted: Set<String>
    /// The watch, while it is open.
    var call: WatchedUsers.Call?
    /// The last position of the previous watch.
    private var cursor: PresenceCursor?
    /// The users for whom `cursor` holds.
    private var told: Set<String> = []
    /// The users that the service was asked to watch in this call.
    private var sent: Set<String> = []
    /// The users of the last message, until it is answered.
    private var asked: [String]?
    private var requests: UInt32 = 0

    init(wanted: Set<String>) {
        self.wanted = wanted
    }

    mutating func remove(_ users: some Sequence<String>) {
        for user in users {
            wanted.remove(user)
            // If the user is added again, its presence is sent again.
            told.remove(user)
        }
    }

    mutating func open(_ call: WatchedUsers.Call, from cursor: PresenceCursor?) {
        (self.call, self.cursor) = (call, cursor)
        if cursor == nil { told = [] }
        (sent, asked, requests) = ([], nil, 0)
    }

    /// The next message; nil until the last one is answered, or if nothing has changed. Users for
    /// whom the cursor holds come first.
    mutating func next() -> (WatchedUsers.Call, WatchRequest)? {
        guard let call, asked == nil else { return nil }
        let gone = sent.subtracting(wanted).prefix(Self.usersPerMessage)
        let known = told.intersection(wanted).subtracting(sent)
        let added = (known.isEmpty ? wanted.subtracting(sent) : known).prefix(Self.usersPerMessage)
        guard !gone.isEmpty || !added.isEmpty else { return nil }
        sent.subtract(gone)
        sent.formUnion(added)
        asked = Array(added)
        requests += 1
        return (
            call,
            WatchRequest(
                userIDs: Array(added), cursor: known.isEmpty ? nil : cursor,
                removedUserIDs: Array(gone))
        )
    }

    /// - Parameter answered: how many messages have taken effect.
    /// - Returns: whether the new cursor holds for all users in `told`.
    mutating func note(_ answered: UInt32) -> Bool {
        if answered >= requests, let users = asked {
            told.formUnion(wanted.intersection(users))
            asked = nil
        }
        return told.isSubset(of: sent)
    }
}
