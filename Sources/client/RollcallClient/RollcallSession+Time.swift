import Glibc
import RollcallBasics

extension RollcallSession {
    private static let start = readClock(CLOCK_REALTIME) - readClock(CLOCK_BOOTTIME)

    /// The device's time, in milliseconds since 1970-01-01 UTC: what it was at the first call, and
    /// the time that has passed since by a clock that nobody sets.
    @Sendable public static func systemTime() -> Int64 { start + readClock(CLOCK_BOOTTIME) }

    /// The time at the servers, in milliseconds since 1970-01-01 UTC, by the answer that brought
    /// the session's tokens; without one, the device's. For times that a service compares with its
    /// own, such as the end of a status.
    public func serverTime() async throws -> Int64 {
        credentials.serverTime(by: try await store.load())
    }
}
