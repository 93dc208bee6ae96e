import Glibc
import RollcallBasics

/// The clocks of this machine.
enum VerifierClock {
    /// Milliseconds since 1970-01-01 UTC.
    @Sendable static func wall() -> Int64 { readClock(CLOCK_REALTIME) }

    /// Milliseconds of the clock that nobody sets, and that goes on while the machine sleeps: what
    /// was not heard during a sleep is not known after it.
    @Sendable static func steady() -> Int64 { readClock(CLOCK_BOOTTIME) }
}
