import Logging
import RollcallCrypto

/// Time, chance, and where the process tells what it does.
package struct AuthEnvironment: Sendable {
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    /// Milliseconds since some instant, which no change of the system clock affects.
    let uptime: @Sendable () -> Int64
    let random: RandomSource
    let metrics: AuthMetrics
    let logger: Logger

    /// - Parameters:
    ///   - clock: milliseconds since 1970.
    ///   - uptime: milliseconds since some instant, which no change of the system clock affects.
    package init(
        clock: @escaping @Sendable () -> Int64,
        uptime: @escaping @Sendable () -> Int64 = LimiterClock.stopwatch(),
        random: RandomSource = .system, metrics: AuthMetrics = AuthMetrics(), logger: Logger
    ) {
        self.clock = clock
        self.uptime = uptime
        self.random = random
        self.metrics = metrics
        self.logger = logger
    }
}
