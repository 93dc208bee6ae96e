import RollcallCrypto

/// What users let others see.
extension Roster {
    /// What somebody may see of a user.
    enum Sight: Sendable {
        /// The state, and exactly when the user was last seen.
        case exact
        /// By whole days when the user was last here.
        case coarse
        /// The same as of a user whom nobody knows.
        case nothing
    }

    /// What is stored of a user's settings.
    struct Setting: Sendable, Equatable {
        let user: UUIDv7
        let visibility: UserVisibility
        /// Rises with each setting: of two answers of the store, the later one has more.
        let number: UInt32
    }

    /// All that can hide a user is looked at, so that the time does not say which of it does.
    ///
    /// - Parameter viewer: `UserTable.nobody` for one whom nobody has blocked, and who has blocked nobody.
    func sight(of id: UUIDv7, at user: UserTable.Index, for viewer: UserTable.Index) -> Sight {
        let isApart = blocks.areApart(viewer, user)
        let isFrozen = frozen.contains(id)
        let visibility = users.visibility(user)
        if isApart || isFrozen { return .nothing }
        // A user sees themselves.
        if viewer == user { return .exact }
        return switch visibility {
        case .everyone: .exact
        case .coarse: .coarse
        case .nobody: .nothing
        }
    }

    /// What a user lets others see.
    func visibility(of id: UUIDv7) throws(Refusal) -> UserVisibility {
        guard !erased.contains(id) else { throw .erased }
        return shownVisibility(of: id)
    }

    /// That of a user who was erased is the default.
    func shownVisibility(of id: UUIDv7) -> UserVisibility {
        users.visibility(users.index(of: id) ?? UserTable.nobody)
    }

    /// Whether it is what a user lets others see.
    func shows(_ id: UUIDv7, as visibility: UserVisibility) -> Bool {
        users.visibility(users.index(of: id) ?? UserTable.nobody) == visibility
    }

    /// Notes that what a user sets is about to be written.
    ///
    /// - Returns: what is to be settled, and the version with which the setting is to be written: nil when that
    ///   changes nothing.
    mutating func reserveSetting(
        _ visibility: UserVisibility, of id: UUIDv7
    ) -> (reserved: UInt64?, written: UInt64?) {
        guard replica == nil, !erased.contains(id) else { return (nil, nil) }
        guard !shows(id, as: visibility) else { return (reserveNoChange(), nil) }
        let version = reserveChange(of: id)
        return (version, version)
    }

    /// Takes up what a user has set, as it was stored. Watches were told of it by an earlier run.
    mutating func restore(_ setting: Setting) {
        let user = users.enter(setting.user)
        settingNumbers[user] = setting.number
        users.setVisibility(setting.visibility, of: user)
    }

    /// Has what a user has set take effect. What the user has set since stands.
    mutating func apply(_ setting: Setting) {
        guard !erased.contains(setting.user) else { return }
        let user = users.enter(setting.user)
        guard setting.number > settingNumbers[user, default: 0] else { return }
        settingNumbers[user] = setting.number
        guard setting.visibility != users.visibility(user) else { return }
        let before = entry(of: setting.user)
        users.setVisibility(setting.visibility, of: user)
        toldBuckets[user] = nil
        // The days count from now on, so they must outlive a crash.
        if setting.visibility == .coarse, users.lastSeen(user) > 0 { backlog.userSeen(user) }
        // Also those who see nothing of the user from now on: what they are told then is the last.
        if entry(of: setting.user) != before { tell(user) }
    }

    /// Has those told who see the user's state: all who watch the user, or the user alone.
    mutating func tellState(of user: UserTable.Index) {
        if users.visibility(user) == .everyone { tell(user) } else { tellOwner(user) }
    }

    /// Has those told who see anything of the user: all who watch the user, or the user alone.
    mutating func tellUnlessHidden(_ user: UserTable.Index) {
        if users.visibility(user) == .nobody { tellOwner(user) } else { tell(user) }
    }

    /// Has the user's own watches told.
    mutating func tellOwner(_ user: UserTable.Index) {
        noteWoken(watches.changeOwnView(of: users.id(of: user)))
    }

    /// Has those told, when a day is over, who see by whole days when users were here. To be called at each
    /// scan.
    mutating func turnDay(at now: Moment) {
        users.today = Day(of: now.wall)
        let some = dayTurn.take(of: users.places, on: users.today)
        for user in some where users.visibility(user) == .coarse {
            // The day that is over must outlive a crash.
            if leases.state(of: user) != .offline { backlog.userSeen(user) }
            let told = dayTurn.before.map { users.bucket(user, on: $0) }
            tellBucket(of: user, told: toldBuckets.removeValue(forKey: user) ?? told)
        }
        guard !toldBuckets.isEmpty else { return }
        for (user, told) in toldBuckets where !dayTurn.isPending(user) {
            toldBuckets[user] = nil
            tellBucket(of: user, told: told)
        }
    }

    private mutating func tellBucket(of user: UserTable.Index, told: LastSeenBucket?) {
        guard users.visibility(user) == .coarse, told != users.bucket(user),
            !frozen.contains(users.id(of: user))
        else { return }
        tell(user)
    }

    /// Notes what those were told who see by whole days when the user was here. To be called before the user is
    /// seen on another day than theirs: what they were told does not follow from what is known then.
    mutating func noteBucket(of user: UserTable.Index, seenAt wall: Int64) {
        guard users.visibility(user) == .coarse, toldBuckets[user] == nil,
            Day(of: users.lastSeen(user)) < Day(of: wall),
            let told = dayTurn.dayTold(of: user), told != Day(of: wall)
        else { return }
        toldBuckets[user] = users.bucket(user, on: told)
    }
}
