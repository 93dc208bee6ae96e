import Glibc

/// The clocks of this machine.
enum VerifierClock {
    /// Milliseconds since 1970-01-01 UTC.
    @Sendable static func wall() -> Int64 { milliseconds(CLOCK_REALTIME) }

    /// Milliseconds of the clock that nobody sets, and that goes on while the machine sleeps: what
    /// was not heard during a sleep is not known after it.
    @Sendable static func steady() -> Int64 { milliseconds(CLOCK_BOOTTIME) }

    private static func milliseconds(_ clock: Int32) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}
