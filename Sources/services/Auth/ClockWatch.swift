import Logging
import RollcallBasics

/// Notices that the system's clock was set back, and corrects the times that were written down
/// while it was ahead. Otherwise codes would live, and mails wait, for longer by that much.
struct ClockWatch: Sendable {
    static let pause = Duration.seconds(10)
    /// How much a clock may be set back between two looks without consequences, in milliseconds.
    static let tolerance: Int64 = 1000

    let store: AuthStore
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    /// Milliseconds since some instant, which no change of the system clock affects.
    let uptime: @Sendable () -> Int64
    let logger: Logger

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

    /// Looks once.
    ///
    /// - Parameter lead: what the last look returned; `nil` at the first one.
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
