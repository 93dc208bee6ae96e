/// A command that has no answer yet, and who hears it.
struct PendingCommand: Sendable {
    typealias Completion = @Sendable (Result<RedisReply, RedisError>) -> Void

    let command: RedisCommand
    /// When it came.
    let since: ContinuousClock.Instant
    let complete: Completion
    /// Whether the server was told its script since it came.
    var hasLoaded = false
}
