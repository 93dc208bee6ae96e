import RollcallCrypto

/// How completely the users' names are known. No run has names from an earlier run.
///
/// Two streams of Profile send names. One continues from a cursor and sends changes, including blocks. It
/// never waits for the other one, which reads all users once.
struct NameProgress: Sendable {
    enum Source: Sendable {
        case changes, everybody
    }

    private enum Phase {
        case missing
        /// The changes begin again, and include all users.
        case replacing
        case whole
    }

    private var phase = Phase.missing
    /// While names are missing: the users whose changes have arrived. The other stream may still send
    /// older names of them.
    private var changed: Set<UUIDv7> = []
    /// While the changes begin again: by index, which users have an old name that was not confirmed yet.
    private var areDoubtful: [Bool] = []

    /// Whether all users have to be read.
    var isMissing: Bool { phase == .missing }

    /// Records that the changes begin again.
    ///
    /// - Parameter areNamed: by index, which users have a name.
    mutating func beginAnew(_ areNamed: [Bool]) {
        (phase, changed, areDoubtful) = (.replacing, [], areNamed)
    }

    /// Whether a source's name of a user is the latest one.
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

    /// Records that a source has sent all users.
    ///
    /// - Returns: the users who no longer have their old name.
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
