import AccessTokens
import RollcallCrypto

/// Decides when leases begin, continue and end, and keeps the hub informed. `LocalLeases` is for
/// one process with its journal, `SharedLeaseAuthority` for several instances over Redis or Valkey.
///
/// When a verb returns, its result is in the hub. Each verb throws `RPCError`: a refusal, or
/// `unavailable` while the engine of the instances is unreachable.
protocol LeaseAuthority: Sendable {
    /// Takes a lease for a device. It replaces the device's earlier lease, if any.
    ///
    /// - Parameter session: checks that the session still goes on at that moment.
    func goOnline(
        _ user: UUIDv7, _ wanted: LeaseRequest, _ session: SessionCheck
    ) async throws -> GrantedLease

    /// Renews a lease, and records the device's update.
    ///
    /// - Returns: the lease's duration from now, in milliseconds.
    func renew(_ lease: UInt64, of user: UUIDv7, _ update: DeviceUpdate) async throws -> UInt32

    /// Ends a lease at its device's request. A lease that has already ended is no error.
    func goOffline(_ lease: UInt64, of user: UUIDv7) async throws

    /// Takes one device of a user offline, or all of them if `lease` is nil.
    ///
    /// - Returns: how many were online.
    func kick(_ user: UUIDv7, lease: UInt64?) async throws -> Int

    /// Takes a lease for a device whose stream has begun. The stream has to be closed with
    /// `detach`.
    ///
    /// - Parameter session: checks that the session still goes on at that moment.
    func attach(
        _ caller: WatchCaller, _ wanted: LeaseRequest, _ session: SessionCheck
    ) async throws -> (GrantedLease, AttachTable.ID)

    /// Renews the lease of a stream, and records the device's update, unless that has to wait. The
    /// lease stays valid meanwhile.
    ///
    /// - Returns: nil if the update was recorded. Otherwise the milliseconds to wait before the
    ///   next attempt.
    func hear(_ pending: inout PendingUpdate, on stream: AttachTable.ID) async throws -> Int64?

    /// Ends the lease of a stream at its device's request.
    func goOffline(_ stream: AttachTable.ID) async throws

    /// Closes a stream. Its device has a grace period to return, unless the stream was ended for
    /// another reason.
    func detach(_ stream: AttachTable.ID) async

    /// Ends the leases of sessions that have ended. Returns at once.
    func endSessions(_ ended: EndedSessions)

    /// Starts the record of a user who has signed up.
    ///
    /// - Parameter time: milliseconds since 1970-01-01 UTC.
    func register(_ user: UUIDv7, at time: Int64) async throws

    /// Ends and deletes everything of a user. The user cannot come back.
    func erase(_ user: UUIDv7) async throws

    /// Users with data that the store may not have, ordered by id.
    func users(after user: UUIDv7?, limit: Int) -> [UUIDv7]

    /// Whether a user has data that the store may not have.
    func knows(_ user: UUIDv7) -> Bool

    /// Applies a user's setting that the store has.
    func apply(_ setting: Roster.Setting) async throws
}

/// An update of an attached device that has not taken effect.
struct PendingUpdate: Sendable {
    let update: DeviceUpdate
    /// Whether the change limit of the user has counted it.
    var isCounted: Bool
    /// How often the engine of the instances could not be reached.
    var failures = 0
}

/// A lease as its device learns of it.
struct GrantedLease: Sendable, Equatable {
    /// Never 0.
    var id: UInt64
    /// How long the lease lasts without renewal, in milliseconds.
    var duration: UInt32
}
