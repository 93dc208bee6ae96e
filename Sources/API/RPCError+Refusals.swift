import RollcallRPC

/// What every service answers alike.
extension RPCError {
    package static let noSpace = retryLater(
        .resourceExhausted, .noSpace, after: .seconds(60), "the disk is full; nothing was changed")
    package static let overloaded = retryLater(
        .resourceExhausted, .overloaded, after: .seconds(1),
        "there is more work than can be done in time; try again later")
    package static let stopping = RPCError(
        .unavailable, "the service is stopping; try again later")

    /// - Parameter wait: until there is room for another.
    package static func tooManyAttempts(_ wait: Duration) -> RPCError {
        .retryLater(
            .resourceExhausted, .tooManyAttempts, after: wait,
            "there were too many attempts; try again later")
    }
}
