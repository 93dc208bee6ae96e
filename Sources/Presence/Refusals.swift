import RollcallAPI
import RollcallRPC

/// The errors of the contract, each said in one place.
extension RPCError {
    static let leaseEnded = violation(
        .notFound, .leaseEnded, field: "lease_id",
        "the lease is unknown or has ended; go online again")
    static let userErased = violation(
        .unauthenticated, .accessTokenInvalid, "the account was deleted")
    /// The token is good: with another one the caller would fare no better. It ends by itself when the
    /// account is back, or the user is erased.
    static let userFrozen = {
        var error = RPCError(
            .unavailable,
            "the user is frozen until a check of the services has found the account; try again later"
        )
        error.pushBack(by: .seconds(30))
        return error
    }()
    /// Before that, somebody could be shown to whom they have blocked.
    static let blocksUnknown = {
        var error = RPCError(
            .unavailable,
            "it is not known yet who has blocked whom, as Profile has not answered; try again later"
        )
        error.pushBack(by: .seconds(1))
        return error
    }()
    static let tooManyDevices = violation(
        .resourceExhausted, .tooManyDevices, field: "device_id",
        "a user has at most \(LeaseTable.devicesPerUser) devices online")
    static let tooManyWatches = violation(
        .resourceExhausted, .tooMany,
        "the user has too many watches open, or watches too many users in them; end one first")
    static let tokenExpired = violation(
        .unauthenticated, .accessTokenInvalid,
        "the access token has expired; watch again with a new one, from the last cursor")
    static let sessionEnded = violation(
        .unauthenticated, .sessionEnded, "the session was signed out or has ended; sign in")
    static let sessionInDoubt = RPCError(
        .unavailable,
        "it is not known which sessions have ended, as Auth does not answer; watch again later, "
            + "from the last cursor")
    /// - Parameter spread: over how long the clients are asked to come back.
    static func watchStopping(_ spread: Duration) -> RPCError {
        var error = RPCError(
            .unavailable, "the service is stopping; watch again, from the last cursor")
        error.pushBack(by: spread * Double.random(in: 0...1))
        return error
    }

    init(_ refusal: Roster.Refusal) {
        self =
            switch refusal {
            case .leaseEnded: .leaseEnded
            case .tooManyDevices: .tooManyDevices
            case .tooManyWatches: .tooManyWatches
            case .erased: .userErased
            case .frozen: .userFrozen
            case .blocksUnknown: .blocksUnknown
            case .full: .overloaded
            }
    }
}
