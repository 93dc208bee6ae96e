import Redis

/// How an instance uses the engine.
package struct LeaseEngineConfiguration: Sendable {
    /// How the connections behave.
    package var redis = RedisConfiguration()
    /// The prefix of the names of all keys.
    package var name = "rollcall:presence"
    /// Leases of all users; one more is refused.
    package var leases = 4_000_000
    /// Status texts of all users; one more is refused.
    package var statuses = 4_000_000
    /// How long a device is not touched before it counts as away.
    package var idleThreshold = Duration.seconds(300)
    /// How often what is due is ended. The scripts count on it.
    let interval = Duration.milliseconds(500)
    /// Leases and texts that one call ends at most, so that the server is free for others in
    /// between.
    package var duePerCall = 500
    /// Renewals in one call at most.
    package var renewalsPerCall = 128
    /// Renewals that wait; one more is refused.
    package var renewalQueueLimit = 65_536
    /// Users that are read or restored with one call.
    package var usersPerPage = 200
    /// Changes that are read with one call.
    package var changesPerCall = 1_000
    /// The duration assumed for a lease whose own is unknown. After Redis has lost data, presence
    /// is unknown for this long.
    package var usualLease = Duration.seconds(30)
    /// In tests alone: milliseconds since 1970-01-01 UTC, in place of the server's clock.
    package var clock: (@Sendable () -> Int64)?

    package init() {}
}
