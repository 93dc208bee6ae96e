import Glibc
import RollcallBasics

/// The monotonic clock. It is never set, and does not advance while the machine sleeps.
package enum MonotonicClock {
    /// Milliseconds of CLOCK_MONOTONIC.
    @Sendable package static func milliseconds() -> Int64 { readClock(CLOCK_MONOTONIC) }
}
