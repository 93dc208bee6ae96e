import Glibc

/// The clock that nobody sets, and that stands still while the machine sleeps.
package enum MonotonicClock {
    /// Milliseconds of CLOCK_MONOTONIC.
    @Sendable package static func milliseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}
