import RollcallRPC

/// This machine's clock and Auth's differ by more than five seconds.
package struct ClocksDiffer: Sendable, CustomStringConvertible {
    /// How far this machine's clock is ahead of Auth's.
    let lead: Duration

    /// - Returns: nil for clocks that agree.
    init?(by lead: Duration) {
        guard abs(lead.components.seconds) > 5 else { return nil }
        self.lead = lead
    }

    /// For a person.
    package var description: String {
        let seconds = lead.components.seconds
        return "the clock of this machine is \(abs(seconds)) seconds "
            + (seconds > 0 ? "ahead of" : "behind") + " Auth's: set both by NTP"
    }

    /// Why a token is refused that is valid by Auth's clock.
    var error: RPCError { RPCError(.unavailable, "the access token cannot be judged: \(self)") }
}
