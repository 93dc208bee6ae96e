import Glibc
import RollcallBasics

/// The clock that nobody sets, and that stands still while the machine sleeps.
package enum MonotonicClock {
    /// Milliseconds of CLOCK_MONOTONIC.
    @Sendable package static func milliseconds() -> Int64 { readClock(CLOCK_MONOTONIC) }
}
