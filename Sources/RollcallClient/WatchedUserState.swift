import RollcallAPI
import RollcallRPC

/// Whom a watch is to have, whom it has, and what the service is to be told next: one message at a time, so
/// that none waits for answers that nobody reads.
struct WatchedUserState {
    static let usersPerMessage = 1_000

    var wanted: Set<String>
    /// The watch, while it is open.
    var call: WatchedUsers.Call?
    /// Where the watch before has stopped.
    private var cursor: Cursor?
    /// For whom `cursor` holds.
    private var told: Set<String> = []
    /// Whom the service was asked to watch in this call.
    private var sent: Set<String> = []
    /// Those of the last message, until it is answered.
    private var asked: [String]?
    private var requests: UInt32 = 0

    init(wanted: Set<String>) {
        self.wanted = wanted
    }

    mutating func remove(_ users: some Sequence<String>) {
        for user in users {
            wanted.remove(user)
            // Should the user be added again, the user is told again.
            told.remove(user)
        }
    }

    mutating func open(_ call: WatchedUsers.Call, from cursor: Cursor?) {
        (self.call, self.cursor) = (call, cursor)
        if cursor == nil { told = [] }
        (sent, asked, requests) = ([], nil, 0)
    }

    /// The next message, if there is anything to say and the last one was answered. Users for whom the cursor
    /// holds come first.
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
    /// - Returns: whether the cursor that comes with it holds for all who were told before.
    mutating func note(_ answered: UInt32) -> Bool {
        if answered >= requests, let users = asked {
            told.formUnion(wanted.intersection(users))
            asked = nil
        }
        return told.isSubset(of: sent)
    }
}
