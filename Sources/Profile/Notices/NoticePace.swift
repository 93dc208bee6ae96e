import RollcallRPC

/// When notices are sent to Auth.
package struct NoticePace: Sendable {
    /// Until Auth must have answered.
    package var timeout = Duration.seconds(10)
    /// How long one instance alone may send a notice: longer than `timeout`.
    package var lease = Duration.seconds(30)
    /// Pauses while Auth does not answer, and between tries of a notice that it refuses.
    package var backoff = Backoff(
        initial: .milliseconds(100), multiplier: 2, maximum: .seconds(30), jitter: 0.25)
    /// Until notices are looked for that another instance has left.
    package var poll = Duration.seconds(10)

    package init() {}
}
