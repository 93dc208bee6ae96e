/// How long to wait before something that failed is tried again: longer each time, up to a bound,
/// and never for all at the same instant
/// (https://github.com/grpc/grpc/blob/master/doc/connection-backoff.md).
public struct Backoff: Sendable, Hashable {
    /// The pause after the first failure.
    public var initial: Duration
    /// How much longer each further pause is; at least 1.
    public var multiplier: Double
    /// The longest pause.
    public var maximum: Duration
    /// By how much a pause is lengthened or shortened at random, as a part of it, 0 to 1.
    public var jitter: Double

    public init(
        initial: Duration = .milliseconds(50), multiplier: Double = 1.6,
        maximum: Duration = .seconds(10), jitter: Double = 0.2
    ) {
        self.initial = initial
        self.multiplier = multiplier
        self.maximum = maximum
        self.jitter = jitter
    }

    /// The pause after a number of failures in a row.
    ///
    /// - Parameter random: from 0 to 1, evenly.
    package func pause(after failures: Int, random: Double = .random(in: 0...1)) -> Duration {
        var pause = min(initial, maximum)
        // Where so many failures lead is the maximum, or the pauses do not grow.
        for _ in 1..<min(max(1, failures), 100) {
            pause = min(pause * max(1, multiplier), maximum)
        }
        return failures < 1 ? .zero : pause * (1 + jitter * (2 * random - 1))
    }
}
