extension UInt32 {
    /// Milliseconds as a time to wait, such as `90 seconds` or `15 minutes`: no less than it is.
    var pauseText: String {
        let seconds = dividedUp(by: 1000)
        guard seconds >= 120 else { return "\(seconds) second\(seconds == 1 ? "" : "s")" }
        let minutes = seconds.dividedUp(by: 60)
        guard minutes >= 120 else { return "\(minutes) minutes" }
        let hours = minutes.dividedUp(by: 60)
        guard hours >= 72 else { return "\(hours) hours" }
        return "\(hours.dividedUp(by: 24)) days"
    }

    private func dividedUp(by divisor: UInt32) -> UInt32 {
        self / divisor + (isMultiple(of: divisor) ? 0 : 1)
    }
}
