/// How a stream of revocations is followed.
struct FollowingPace: Sendable {
    /// How long nothing is heard before the stream counts as lost: Auth says something every two
    /// seconds.
    var silence = Duration.seconds(6)
    /// The pause after the first failure in a row; each further one is twice as long, up to
    /// `longestPause`, and by chance up to half shorter, so that those who lost their stream
    /// together do not come back together.
    var firstPause = Duration.milliseconds(100)
    var longestPause = Duration.seconds(2)
    /// How often the health is looked at, and what was counted is published.
    var reportInterval = Duration.seconds(1)

    /// - Parameters:
    ///   - failures: from 1.
    ///   - chance: from 0 up to 1.
    func pause(afterFailures failures: Int, chance: Double) -> Duration {
        let doublings = min(max(failures, 1) - 1, 30)
        return min(firstPause * (1 << doublings), longestPause) * (1 - chance / 2)
    }
}
