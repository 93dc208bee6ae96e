import AccessTokens
import RollcallCrypto

/// Decides which leases begin, go on and end, and keeps the hub informed: `LocalLeases` for one process with its
/// journal, `SharedLeaseAuthority` for several instances over Redis or Valkey.
///
/// When a verb returns, the hub has what it did. Each verb throws `RPCError`: what is refused, or `unavailable`
/// while the engine of the instances is away.
protocol LeaseAuthority: Sendable {
    /// Takes a lease for a device, in place of the one that it may have.
    ///
    /// - Parameter session: that the session goes on at that moment.
    func goOnline(
        _ user: UUIDv7, _ wish: LeaseWish, _ session: SessionCheck
    ) async throws -> GrantedLease

    /// Renews a lease, and notes what its device says.
    ///
    /// - Returns: how long it lasts now, in milliseconds.
    func renew(_ lease: UInt64, of user: UUIDv7, _ news: DeviceNews) async throws -> UInt32

    /// Ends a lease because its device says so. A lease that has ended is no error.
    func goOffline(_ lease: UInt64, of user: UUIDv7) async throws

    /// Takes a device of a user offline; all of them if `lease` is nil.
    ///
    /// - Returns: how many were online.
    func kick(_ user: UUIDv7, lease: UInt64?) async throws -> Int

    /// Takes a lease for a device whose stream has begun. The stream is to be closed with `detach`.
    ///
    /// - Parameter session: that the session goes on at that moment.
    func attach(
        _ caller: WatchCaller, _ wish: LeaseWish, _ session: SessionCheck
    ) async throws -> (GrantedLease, AttachTable.ID)

    /// Renews the lease of a stream, and notes what its device says. What a user changes too fast waits, and with it
    /// the sender; the lease goes on.
    func hear(_ news: DeviceNews, on stream: AttachTable.ID) async throws

    /// Ends the lease of a stream because its device says so.
    func goOffline(_ stream: AttachTable.ID) async throws

    /// Closes a stream. Its device has a grace to come back, unless the stream was ended for another reason.
    func detach(_ stream: AttachTable.ID) async

    /// Ends the leases of sessions that have ended. Returns at once.
    func endSessions(_ ended: EndedSessions)

    /// Begins the record of a user who has signed up.
    ///
    /// - Parameter time: milliseconds since 1970-01-01 UTC.
    func register(_ user: UUIDv7, at time: Int64) async throws

    /// Ends all that a user has, and lets nothing begin again, unless the user is a stray.
    func erase(_ user: UUIDv7, isStray: Bool) async throws

    /// Ends a user's leases and lets none begin, or lets them begin again.
    func setFrozen(_ user: UUIDv7, _ isFrozen: Bool) async throws

    /// Users of whom there is something that the store may not have, in the order of their ids.
    func users(after user: UUIDv7?, limit: Int) -> [UUIDv7]

    /// Whether there is something of a user that the store may not have.
    func knows(_ user: UUIDv7) -> Bool

    /// Has what a user has set, and the store has, take effect.
    func apply(_ setting: Roster.Setting) async throws
}

/// A lease as its device hears of it.
struct GrantedLease: Sendable, Equatable {
    /// Never 0.
    var id: UInt64
    /// How long it lasts without a sign of life, in milliseconds.
    var duration: UInt32
}
