import Logging
import RollcallBasics

/// Notices that the system's clock was set back, and brings forward what was written down while it was
/// ahead: codes would live, and mails wait, for as long as it was ahead.
struct ClockWatch: Sendable {
    /// Between two looks.
    static let pause = Duration.seconds(10)
    /// What a clock may be corrected by from one look to the next, in milliseconds.
    static let tolerance: Int64 = 1000

    let store: AuthStore
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    /// Milliseconds since some instant, which no change of the system clock affects.
    let uptime: @Sendable () -> Int64
    let logger: Logger

    /// Watches until it is cancelled.
    func run() async {
        var lead: Int64?
        await repeating(every: Self.pause) {
            lead = try await look(since: lead)
        } failed: { error in
            logger.error(
                "what the clock was ahead of cannot be brought forward",
                metadata: ["error": "\(error)"])
        }
    }

    /// One look.
    ///
    /// - Parameter lead: what the last one returned; `nil` at the first, as nobody knows what has become
    ///   of the clock before.
    /// - Returns: by how much the clock is ahead of the uptime.
    func look(since lead: Int64?) async throws -> Int64 {
        let now = clock()
        let current = now - uptime()
        if lead.map({ current < $0 - Self.tolerance }) ?? true {
            try await store.bringForward(to: now)
        }
        return current
    }
}
