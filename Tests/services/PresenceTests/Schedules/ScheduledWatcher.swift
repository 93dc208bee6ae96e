import RollcallAPI
import RollcallCrypto

@testable import Presence

/// A client that watches: what it was told, as it puts it together, and where it stands.
struct ScheduledWatcher {
    /// What the client keeps of a user whom it watches no longer, to go on from there.
    struct Parked {
        var entry: Roster.Entry
        var cursor: PresenceCursor
        var run: Int
        var hasChanged: Bool
    }

    let viewer: Int
    var session: Int
    /// When its token ends, on the wall clock.
    var tokenEnd: Int64 = .max
    /// A bit for each user that it watches.
    var users: Int
    var watch: WatchTable.ID?
    var cursor: PresenceCursor?
    /// In which run of the service the cursor was told.
    var run = 0
    /// By user.
    var known: [Roster.Entry?]
    /// Who may look otherwise to the viewer since the cursor.
    var changed = 0
    /// Whom it has added since it was last told.
    var untold = 0
    /// Those of them of whom it is to be told in any case.
    var added = 0
    /// Who may have been seen earlier than it was told: an erasure forgets that, and a kill may.
    var mayGoBack = 0
    var parked: [Int: Parked] = [:]
    /// At most one: the client as it has stored itself at some time. Now and then it begins again
    /// as that.
    var stored: [ScheduledWatcher] = []
    /// Messages that it has sent on this watch.
    var requests: UInt32 = 0
    /// Whether there is to be an update, though nobody has changed.
    var isOwedAnAnswer = false
    /// Whether there may be one.
    var mayBeAnswered = false
    var staleSince: Int64 = 0

    init(viewer: Int, session: Int, users: Int, of count: Int) {
        (self.viewer, self.session, self.users) = (viewer, session, users)
        known = Array(repeating: nil, count: count)
    }

    func watches(_ user: Int) -> Bool { users >> user & 1 == 1 }

    /// Some users may look otherwise.
    mutating func note(_ mask: Int) {
        changed |= mask
        for user in parked.keys where mask >> user & 1 == 1 { parked[user]?.hasChanged = true }
        for index in stored.indices { stored[index].note(mask) }
    }

    /// Some users may have been seen earlier than the client was told.
    mutating func noteForgotten(_ mask: Int) {
        mayGoBack |= mask
        for index in stored.indices { stored[index].noteForgotten(mask) }
    }

    mutating func store() {
        var copy = self
        (copy.stored, copy.mayBeAnswered) = ([], true)
        copy.leave()
        stored = [copy]
    }

    /// Leaves. The cursor says nothing of those whom it was not told of.
    mutating func leave() {
        watch = nil
        users &= ~untold
        (untold, added, isOwedAnAnswer) = (0, 0, false)
        if users == 0 { cursor = nil }
    }
}
