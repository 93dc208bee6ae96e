/// Meters of which something was taken, or given back, as they have to be written down: a limit holds
/// across a restart.
struct Charge: Sendable {
    let units: [Limiter.Unit]
    let limiter: Limiter

    init(_ units: [Limiter.Unit], of limiter: Limiter) {
        self.units = units
        self.limiter = limiter
    }

    /// What it was taken for has come to nothing.
    func giveBack() {
        limiter.giveBack(units)
    }
}
