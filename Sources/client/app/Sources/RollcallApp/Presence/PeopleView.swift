/// What two watches have said of some users.
struct PeopleView: Sendable {
    let ids: [String]
    private let wanted: Set<String>
    private var profiles: [String: Profile] = [:]
    private var presences: [String: Presence] = [:]
    var isProfileCurrent = false
    var isPresenceCurrent = false
    private var lacksChanges = false
    private(set) var profileCursor: ProfileWatchCursor?
    private(set) var presenceCursor: PresenceCursor?
    private(set) var error: RollcallError?

    /// - Parameter known: from before.
    init(_ ids: [String], _ known: [String: User]) {
        (self.ids, wanted) = (ids, Set(ids))
        for (id, user) in known where wanted.contains(id) {
            profiles[id] = user.profile
            presences[id] = user.presence
        }
    }

    var isStale: Bool { !isProfileCurrent || !isPresenceCurrent || lacksChanges }

    /// In the order of the ids; without those who do not exist, are hidden, or are not known yet.
    var users: [User] {
        var listed: Set<String> = []
        return ids.compactMap { id in
            guard let profile = profiles[id], listed.insert(id).inserted else { return nil }
            return User(id: id, profile: profile, presence: presences[id] ?? Presence())
        }
    }

    // A snapshot names every watched user, so that it needs no other treatment than changes.

    mutating func note(_ message: WatchPresenceResponse) {
        switch message.update {
        case .snapshot(let list), .changes(let list):
            for presence in list.presences where wanted.contains(presence.userID) {
                presences[presence.userID] = presence
            }
        case nil: return
        }
        presenceCursor = message.cursor ?? presenceCursor
        (lacksChanges, isPresenceCurrent, error) = (message.becameStaleAtMs != 0, true, nil)
    }

    mutating func note(_ message: WatchProfilesResponse) {
        for profile in message.profiles where wanted.contains(profile.userID) {
            profiles[profile.userID] = profile.withoutURLs
        }
        for id in message.hiddenUserIDs { profiles[id] = nil }
        // If the stream breaks before the last message of an update, all of it is sent again.
        guard message.isCurrent else { return }
        profileCursor = message.cursor ?? profileCursor
        (isProfileCurrent, error) = (true, nil)
    }

    mutating func lose(_ failure: RollcallError?, _ isCurrent: WritableKeyPath<Self, Bool>) {
        self[keyPath: isCurrent] = false
        error = failure ?? error
    }
}
