import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Users' settings of what others see.
extension Roster {
    /// A user's setting as it is stored.
    struct Setting: Sendable, Equatable {
        let user: UUIDv7
        let visibility: UserVisibility
        /// Rises with each setting: a newer setting has a higher number.
        let number: UInt32
    }

    /// What a viewer may see of a user. Everything that can hide the user is checked, so that the
    /// time does not reveal what hides the user.
    ///
    /// - Parameter viewer: `UserTable.nobody` for a viewer without blocks in either direction.
    func sight(of user: UserTable.Index, for viewer: UserTable.Index) -> UserVisibility {
        let (isApart, visibility) = (blocks.areApart(viewer, user), users.visibility(user))
        if isApart { return .nobody }
        // Users see themselves.
        return viewer == user ? .everyone : visibility
    }

    /// What a user lets others see.
    func visibility(of id: UUIDv7) throws(RPCError) -> UserVisibility {
        guard !users.erased.contains(id) else { throw .userErased }
        return shownVisibility(of: id)
    }

    /// As `visibility(of:)`, with the default for an erased user.
    func shownVisibility(of id: UUIDv7) -> UserVisibility {
        users.visibility(users.index(of: id) ?? UserTable.nobody)
    }

    /// Whether `visibility` is the user's present setting.
    func shows(_ id: UUIDv7, as visibility: UserVisibility) -> Bool {
        users.visibility(users.index(of: id) ?? UserTable.nobody) == visibility
    }

    /// Records that a setting is about to be written.
    ///
    /// - Returns: the version to settle later, and the version to write with the setting; nil when
    ///   the setting changes nothing.
    mutating func reserveSetting(
        _ visibility: UserVisibility, of id: UUIDv7
    ) -> (reserved: UInt64?, written: UInt64?) {
        guard replica == nil, !users.erased.contains(id) else { return (nil, nil) }
        guard !shows(id, as: visibility) else { return (reserveNoChange(), nil) }
        let version = reserveChange(of: id)
        return (version, version)
    }

    /// Restores a stored setting. An earlier run has sent it to the watches.
    mutating func restore(_ setting: Setting) {
        let user = users.enter(setting.user)
        users.set(setting.visibility, number: setting.number, of: user)
    }

    /// Applies a stored setting, unless a newer one was applied before.
    mutating func apply(_ setting: Setting) {
        guard !users.erased.contains(setting.user) else { return }
        let user = users.enter(setting.user)
        guard setting.number > users.settingNumber(of: user) ?? 0 else { return }
        let (old, before) = (users.visibility(user), entry(of: setting.user))
        users.set(setting.visibility, number: setting.number, of: user)
        guard setting.visibility != old else { return }
        dayTurn.forgetBucket(of: user)
        // Whole days count from now on, so the last seen time must survive a crash.
        if setting.visibility == .coarse, users.lastSeen(user) > 0 {
            journal.backlog.userSeen(user)
        }
        // Also sent to viewers for whom the user becomes hidden. It is the last that they are sent.
        if entry(of: setting.user) != before { tell(user) }
    }

    /// Records a change for the watches that may see the user's state: all watches of the user, or
    /// only the user's own.
    mutating func tellState(of user: UserTable.Index) {
        if users.visibility(user) == .everyone { tell(user) } else { tellOwner(user) }
    }

    /// Records a change for the watches that may see anything of the user: all watches of the user,
    /// or only the user's own.
    mutating func tellUnlessHidden(_ user: UserTable.Index) {
        if users.visibility(user) == .nobody { tellOwner(user) } else { tell(user) }
    }

    /// Records a change for the user's own watches.
    mutating func tellOwner(_ user: UserTable.Index) {
        watches.changeOwnView(of: users.id(of: user))
    }

    /// Updates viewers of whole days when a day is over. To be called at each scan.
    mutating func turnDay(at now: Moment) {
        users.today = Day(of: now.wall)
        let some = dayTurn.take(of: users.places, on: users.today)
        for user in some where users.visibility(user) == .coarse {
            // The day that is over must survive a crash.
            if leases.state(of: user) != .offline { journal.backlog.userSeen(user) }
            let told = dayTurn.before.map { users.bucket(user, on: $0) }
            tellBucket(of: user, told: dayTurn.takeBucket(of: user) ?? told)
        }
        for (user, told) in dayTurn.takeLateBuckets() { tellBucket(of: user, told: told) }
    }

    private mutating func tellBucket(of user: UserTable.Index, told: LastSeenBucket?) {
        guard users.visibility(user) == .coarse, told != users.bucket(user) else { return }
        tell(user)
    }

    /// Records what viewers of whole days were last sent of a user. To be called before the user is
    /// seen on a later day. Afterwards it can no longer be derived.
    mutating func noteBucket(of user: UserTable.Index, seenAt wall: Int64) {
        guard users.visibility(user) == .coarse, Day(of: users.lastSeen(user)) < Day(of: wall),
            let told = dayTurn.dayTold(of: user), told != Day(of: wall)
        else { return }
        dayTurn.note(users.bucket(user, on: told), of: user)
    }
}
