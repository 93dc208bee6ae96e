import Glibc
import RollcallBasics

extension RollcallSession {
    /// The time of the system, in milliseconds since 1970-01-01 UTC.
    @Sendable public static func systemTime() -> Int64 { readClock(CLOCK_REALTIME) }
}
