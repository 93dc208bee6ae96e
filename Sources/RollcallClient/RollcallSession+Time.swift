import Glibc

extension RollcallSession {
    /// The time of the system, in milliseconds since 1970-01-01 UTC.
    @Sendable public static func systemTime() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}
