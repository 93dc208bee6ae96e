import RollcallCrypto

/// How much is known of the names of all users, which no run has from an earlier one.
///
/// Two streams of Profile tell them. The one that goes on from a cursor tells changes, and with them whom users
/// have blocked; it never waits for the other, which reads all users once.
struct NameProgress: Sendable {
    enum Source: Sendable {
        case changes, everybody
    }

    private enum Phase {
        case missing
        /// The changes begin anew, and tell all.
        case replacing
        case whole
    }

    private var phase = Phase.missing
    /// While names are missing, the users of whom the changes have told: what the other stream still says of
    /// them may be older.
    private var changed: Set<UUIDv7> = []
    /// While the changes begin anew, by index which users have a name of before, and were not told yet.
    private var areDoubtful: [Bool] = []

    /// Whether somebody must read all users.
    var isMissing: Bool { phase == .missing }

    /// Notes that the changes begin anew.
    ///
    /// - Parameter areNamed: by index, which users have a name.
    mutating func beginAnew(_ areNamed: [Bool]) {
        (phase, changed, areDoubtful) = (.replacing, [], areNamed)
    }

    /// Whether what a source tells of a user is the latest.
    mutating func counts(_ id: UUIDv7, from source: Source) -> Bool {
        switch source {
        case .changes:
            if phase == .missing { changed.insert(id) }
            return true
        case .everybody: return phase == .missing && !changed.contains(id)
        }
    }

    mutating func noteTold(_ user: UserTable.Index) {
        if user < areDoubtful.count { areDoubtful[Int(user)] = false }
    }

    /// Notes that a source has told all.
    ///
    /// - Returns: the users whose name of before is none any more.
    mutating func finish(_ source: Source) -> [UserTable.Index] {
        switch (phase, source) {
        case (.missing, .everybody), (.replacing, .changes):
            let gone = areDoubtful.indices.filter { areDoubtful[$0] }.map { UserTable.Index($0) }
            (phase, changed, areDoubtful) = (.whole, [], [])
            return gone
        default: return []
        }
    }
}
