import RollcallAPI
import RollcallRPC

/// The errors of the contract, each said in one place.
extension RPCError {
    static let leaseEnded = violation(
        .notFound, .leaseEnded, field: "lease_id",
        "the lease is unknown or has ended; go online again")
    static let userErased = violation(
        .unauthenticated, .accessTokenInvalid, "the account was deleted")
    static let tooManyDevices = violation(
        .resourceExhausted, .tooManyDevices, field: "device_id",
        "a user has at most \(LeaseTable.devicesPerUser) devices online")
    static let tooManyWatches = violation(
        .resourceExhausted, .tooMany,
        "the user has too many watches open, or watches too many users in them; end one first")
    /// Before that, a user could be shown to users whom the user has blocked.
    static let blocksUnknown = RPCError(
        .unavailable,
        "the blocks between users are unknown, as Profile has not answered; try again later"
    ).pushedBack(by: .seconds(1))
    /// What instances share is out of reach.
    static let engineAway = RPCError(
        .unavailable,
        "the Redis or Valkey server that the instances share does not answer; try again later"
    ).pushedBack(by: .seconds(1))
    static let engineRefuses = RPCError(
        .unavailable,
        "the Redis or Valkey server that the instances share refuses changes; try again later"
    ).pushedBack(by: .seconds(1))
    static let engineFull = overloaded(
        "the Redis or Valkey server that the instances share has no memory left; try again later",
        after: .seconds(1))

    /// - Parameter pause: in milliseconds.
    static func comeBack(after pause: Int64) -> RPCError {
        RPCError(.unavailable, "the service is stopping or draining; call again after the pause")
            .pushedBack(by: .milliseconds(pause))
    }

    /// - Parameter pause: in milliseconds.
    static func tooManyChanges(_ pause: Int64) -> RPCError {
        retryLater(
            .resourceExhausted, .tooManyAttempts, after: .milliseconds(pause),
            "the user's devices have changed too much in a short time; wait before the next change")
    }

    static let tokenExpired = violation(
        .unauthenticated, .accessTokenInvalid,
        "the access token has expired; watch again with a new one, from the last cursor")
    static let sessionEnded = violation(
        .unauthenticated, .sessionEnded, "the session was signed out or has ended; sign in")
    static let sessionInDoubt = RPCError(
        .unavailable,
        "it is unknown which sessions have ended, as Auth does not answer; try again later, a watch "
            + "from its last cursor")
    /// - Parameter spread: over how long the clients come back, in milliseconds.
    static func watchStopping(_ spread: Int64) -> RPCError {
        RPCError(.unavailable, "the service is stopping; watch again, from the last cursor")
            .pushedBack(by: .milliseconds(Int64.random(in: 0...spread)))
    }

    init(_ ending: AttachTable.Ending) {
        self =
            switch ending {
            case .lease(.silence), .lease(.grace):
                .violation(
                    .notFound, .leaseEnded,
                    "nothing was received from the device for the length of its lease; attach again"
                )
            case .lease(.offline), .lease(.replaced):
                .violation(
                    .aborted, .leaseEnded, "another call has ended or replaced the device's lease"
                )
            case .lease(.session): .sessionEnded
            case .lease(.kicked):
                .violation(
                    .permissionDenied, .deviceKicked,
                    "the device was taken offline by its user or by an administrator")
            case .lease(.erased): .userErased
            case .token:
                .violation(
                    .unauthenticated, .accessTokenInvalid,
                    "the access token has expired; attach again with a new one")
            case .doubt: .sessionInDoubt
            case .draining(let pause): .comeBack(after: pause)
            }
    }
}
