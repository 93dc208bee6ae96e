/// The time that limits and signing keys go by, which only goes forward, and no faster than time does:
/// the system's at the start, and what has passed since. Whoever sets the system's clock meanwhile frees
/// nobody, locks nobody for longer, and has no key come or go.
package struct LimiterClock: Sendable {
    private let start: Int64
    private let uptime: @Sendable () -> Int64
    private let uptimeAtStart: Int64

    /// - Parameters:
    ///   - now: the system's time, in milliseconds since 1970.
    ///   - newest: what this clock said when it was last written down: it goes on from there if the
    ///     system's was set back since.
    ///   - uptime: milliseconds since some instant, whatever becomes of the system's time.
    init(now: Int64, newest: Int64?, uptime: @escaping @Sendable () -> Int64) {
        start = max(now, newest ?? now)
        self.uptime = uptime
        uptimeAtStart = uptime()
    }

    /// Milliseconds, about since 1970.
    @Sendable func now() -> Int64 {
        start + uptime() - uptimeAtStart
    }

    /// The milliseconds since it was made, a suspended machine's among them.
    package static func stopwatch() -> @Sendable () -> Int64 {
        let start = ContinuousClock.now
        return { Int64(start.duration(to: .now) / .milliseconds(1)) }
    }
}
