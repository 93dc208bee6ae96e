import RollcallRPC

/// What every service answers alike.
extension RPCError {
    package static let noSpace = retryLater(
        .resourceExhausted, .noSpace, after: .seconds(60), "the disk is full; nothing was changed")
    package static let readOnly = overloaded(
        "the disk or the database is read-only; nothing was changed; try again later",
        after: .seconds(60))
    package static let overloaded = overloaded(
        "the service is overloaded; try again later", after: .seconds(1))
    package static let stopping = RPCError(
        .unavailable, "the service is stopping; try again later")

    /// There is too much to do. Every service says so in this form, wherever it comes from.
    package static func overloaded(_ message: String, after pause: Duration) -> RPCError {
        retryLater(.unavailable, .overloaded, after: pause, message)
    }

    /// Whether there was too much to do, and nothing was done.
    package var isOverload: Bool { reasons.contains(.overloaded) }

    /// - Parameter wait: until there is room for another.
    package static func tooManyAttempts(_ wait: Duration) -> RPCError {
        .retryLater(
            .resourceExhausted, .tooManyAttempts, after: wait,
            "there were too many attempts; try again later")
    }
}
