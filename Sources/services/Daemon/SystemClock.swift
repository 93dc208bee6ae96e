import Glibc
import RollcallBasics

/// The time of the system.
package enum SystemClock {
    /// Milliseconds since 1970-01-01 UTC.
    @Sendable package static func milliseconds() -> Int64 { readClock(CLOCK_REALTIME) }
}
