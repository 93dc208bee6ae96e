import Logging
import RollcallRPC

/// How a stream of another service is followed, over every loss.
package struct FollowingPace: Sendable {
    /// How long nothing is heard before the stream counts as lost: the other service says something
    /// every two seconds. If its connection was silent too, the next stream takes another.
    package var silence = Duration.seconds(5)
    /// The pause after the first failure in a row; each further one is twice as long, up to
    /// `longestPause`, and a fifth longer or shorter by chance, so that those who lost their
    /// stream together do not come back together.
    package var firstPause = Duration.milliseconds(100)
    package var longestPause = Duration.seconds(2)
    /// How often the health is looked at, and what was counted is published.
    package var reportInterval = Duration.seconds(1)

    package init() {}

    /// The level at which a failure is logged. The other service may be starting again, which takes
    /// a few seconds.
    ///
    /// - Parameter number: from 1, of the failures in a row.
    package func level(ofFailure number: Int) -> Logger.Level { number > 7 ? .warning : .info }

    /// - Parameter failures: from 1.
    package func pause(afterFailures failures: Int) -> Duration {
        Backoff(initial: firstPause, multiplier: 2, maximum: longestPause).pause(after: failures)
    }
}
