import Admission

/// What Presence holds to.
package struct PresenceConfiguration: Sendable {
    /// Leases at once, of all users; one more is refused as overload.
    package var leases = 4_000_000
    /// Status texts at once, of all users; one more is refused as overload.
    package var statuses = 4_000_000
    /// How often a user may change something, over all devices: 20 times a second after the first
    /// 100. In milliseconds.
    package var changes = GCRA(20, per: 1_000, burst: 100)
    /// How long a device is not touched before it counts as away.
    package var idleThreshold = Duration.seconds(300)
    /// How long a device whose stream has ended stays online, for it to come back.
    package var detachGrace = Duration.seconds(5)
    /// Over how long the clients come back whose streams end when the service is about to stop.
    package var drainSpread = Duration.seconds(5)
    /// Users watched at once, counted once for each watch; one more is refused as overload.
    package var watchedUsers = 20_000_000
    /// Watches of one user at once.
    package var watchesPerUser = 64
    /// Users watched in all watches of one user at once, counted once for each watch.
    package var watchedUsersPerUser = 10_000
    /// How long changes are gathered until they are sent to watches together. The first change
    /// after a quiet time is sent at once.
    package var watchTick = Duration.milliseconds(5)
    /// How long a stream sends nothing until it sends a message that says only that it goes on.
    /// Apps may count on 20 seconds: a scan has to find the stream, which then waits for its turn.
    package var longestQuiet = Duration.seconds(15)
    /// How often leases are looked through: one ends no later than this after its time.
    package var scanInterval = Duration.milliseconds(500)
    /// How often what has changed is written.
    package var writeInterval = Duration.seconds(1)
    /// How often is looked whether devices have come or gone, which is written sooner.
    package var urgentWriteInterval = Duration.milliseconds(50)
    /// Rows in one write, so that a crowd that comes at once does not hold the disk up: the rest is
    /// written an interval later.
    package var rowsPerWrite = 5_000
    /// How long the service may have been down for the leases of before still to be held. A device
    /// could not renew its lease meanwhile, so that each begins anew.
    package var restartGrace = Duration.seconds(300)

    /// How far before its cursor a watch goes on that comes from another instance.
    package var resumeOverlap = Duration.seconds(60)

    package init() {}
}
