import RollcallRPC

/// Padding for wrong secrets. The time of a check depends on why the secret is wrong: there is no
/// such account, its hash has old parameters, or nothing was hashed. The quantum is several times
/// the longest of these, so the time of the answer does not tell them apart. A correct secret is
/// answered immediately.
extension ResponsePadding {
    static let leastQuantum = Duration.milliseconds(100)
    /// How many times a hash it is at least: others may be in the queue.
    static let costs = 4
    /// How many times the hash of the account whose parameters cost most.
    static let dearestCosts = 2

    /// The next power of two, in milliseconds, so that a measurement that is a little off makes no
    /// other quantum at the next start.
    ///
    /// - Parameters:
    ///   - hashCost: of today's parameters, as measured.
    ///   - dearest: how many times as much an account's hash may cost.
    init(hashCost: Duration, dearest: Double = 1) {
        let least = max(
            Self.leastQuantum, hashCost * Self.costs, hashCost * dearest * Self.dearestCosts)
        var quantum = Duration.milliseconds(1)
        while quantum < least { quantum *= 2 }
        self.init(quantum: quantum)
    }
}
