import RollcallBasics

/// The clock of limits and signing keys: the system's time at the start, plus the time that has
/// passed since. A change of the system's clock lifts no limit, makes none longer, and neither
/// starts nor retires a signing key.
package struct LimiterClock: Sendable {
    /// The time when `uptime` began.
    private let start: Int64
    private let uptime: @Sendable () -> Int64

    /// - Parameters:
    ///   - now: the system's time, in milliseconds since 1970.
    ///   - newest: what this clock said when it was last written down: it goes on from there if the
    ///     system's was set back since.
    ///   - uptime: milliseconds since some instant, whatever becomes of the system's time.
    init(now: Int64, newest: Int64?, uptime: @escaping @Sendable () -> Int64) {
        start = max(now, newest ?? now) - uptime()
        self.uptime = uptime
    }

    /// Milliseconds, about since 1970.
    @Sendable func now() -> Int64 {
        start + uptime()
    }

    /// The milliseconds since it was made, a suspended machine's among them.
    package static func stopwatch() -> @Sendable () -> Int64 {
        let start = ContinuousClock.now
        return { start.duration(to: .now).wholeMilliseconds }
    }
}
