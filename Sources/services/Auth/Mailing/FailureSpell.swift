/// Failures in a row, and whether the time has come to warn of them: once for all of them.
struct FailureSpell {
    /// How long failures last before they are worth a warning.
    let warningTime: Duration

    private(set) var count = 0
    private var began: ContinuousClock.Instant?
    private var hasWarned = false

    init(warningTime: Duration) {
        self.warningTime = warningTime
    }

    /// - Returns: whether to warn of this failure.
    mutating func fail(at now: ContinuousClock.Instant) -> Bool {
        count += 1
        let first = began ?? now
        began = first
        guard !hasWarned, now - first >= warningTime else { return false }
        hasWarned = true
        return true
    }

    /// Notes a success.
    mutating func end() {
        self = FailureSpell(warningTime: warningTime)
    }
}
