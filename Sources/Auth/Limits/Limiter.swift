import RollcallCrypto
import RollcallRPC
import Synchronization

/// Counts what callers may do only so often. It decides; what is to survive a restart, its callers
/// write down.
final class Limiter: Sendable {
    /// One use of a limit by somebody.
    struct Unit: Sendable {
        let key: LimitKey
        let rate: CellRate
    }

    private let policies: LimitPolicies
    private let secret: Secret
    /// `LimiterClock`'s.
    let clock: @Sendable () -> Int64
    private let metrics: AuthMetrics
    private let table: Mutex<MeterTable>

    /// - Parameters:
    ///   - secret: for the names of meters, the same after each start.
    ///   - rows: what was written down before this start.
    ///   - clock: `LimiterClock`'s.
    init(
        policies: LimitPolicies, secret: Secret, rows: [MeterRow],
        clock: @escaping @Sendable () -> Int64, metrics: AuthMetrics
    ) {
        self.policies = policies
        self.secret = secret
        self.clock = clock
        self.metrics = metrics
        var table = MeterTable()
        for row in rows { table.restore(row, now: clock()) }
        self.table = Mutex(table)
    }

    /// - Throws: `CryptoError`.
    func unit(_ name: LimitName, of subject: LimitSubject) throws -> Unit {
        Unit(
            key: try key(name, of: subject), rate: rate(of: name, isCrowd: subject == .address(nil))
        )
    }

    /// - Throws: `CryptoError`.
    func key(_ name: LimitName, of subject: LimitSubject) throws -> LimitKey {
        try LimitKey(name, subject, secret: secret)
    }

    /// - Parameter isCrowd: whether the meter is that of those that have no address.
    func rate(of name: LimitName, isCrowd: Bool) -> CellRate {
        policies[name].rate(shares: isCrowd ? Self.callersWithoutAddress : 1)
    }

    /// How many addresses the callers that have none count for together.
    static let callersWithoutAddress = 20

    /// Takes all of the units or none.
    ///
    /// - Returns: how long until they can be had; nil when they were taken.
    func take(_ units: [Unit]) -> Duration? {
        let now = clock()
        return table.withLock { table in
            for (index, unit) in units.enumerated() {
                guard let wait = table.take(unit.key, at: unit.rate, now: now) else {
                    metrics.count(unit.key.name, .taken)
                    continue
                }
                metrics.count(unit.key.name, .refused)
                for taken in units[..<index] { table.giveBack(taken.key, at: taken.rate) }
                return .milliseconds(wait)
            }
            return nil
        }
    }

    func giveBack(_ units: [Unit]) {
        let now = clock()
        table.withLock { table in
            for unit in units { _ = table.owesNothing(afterGivingBack: unit, now: now) }
        }
    }

    /// Gives back a unit, and with it all others of its meter.
    ///
    /// - Returns: whether there were others, so that something of them may be written down.
    func clear(_ unit: Unit) -> Bool {
        let now = clock()
        return table.withLock { table in
            guard !table.owesNothing(afterGivingBack: unit, now: now) else { return false }
            table.clear(unit.key)
            return true
        }
    }

    /// Makes a meter as good as new, unless strangers share it.
    func empty(_ key: LimitKey) {
        table.withLock { $0.clear(key) }
    }

    /// When the next unit is taken, in milliseconds since 1970; nil while they are taken at once.
    func refusal(of unit: Unit) -> Int64? {
        let now = clock()
        var due = table.withLock { $0.row(of: unit.key).due }
        return unit.rate.take(&due, now: now).map { now + $0 }
    }

    /// Takes all of the units.
    ///
    /// - Parameter refusal: the error when there is no room, by how long it is until there is.
    /// - Returns: what is to be written down with that which they were taken for.
    /// - Throws: `refusal`; then it has taken none.
    @discardableResult
    func charge(
        _ units: [Unit], refusal: (Duration) -> RPCError = RPCError.tooManyAttempts
    ) throws -> Charge {
        if let wait = take(units) { throw refusal(wait) }
        return Charge(units, of: self)
    }

    /// What is to be written down of the meters of `units`, as they are now.
    func rows(of units: [Unit]) -> [MeterRow] {
        table.withLock { table in units.map { table.row(of: $0.key) } }
    }
}

extension MeterTable {
    /// Gives a unit back. A meter that owes nothing then is made as good as new: the instant that it
    /// is would look used up to a clock that is set back.
    ///
    /// - Returns: whether it owes nothing.
    fileprivate mutating func owesNothing(afterGivingBack unit: Limiter.Unit, now: Int64) -> Bool {
        giveBack(unit.key, at: unit.rate)
        guard row(of: unit.key).due <= now else { return false }
        clear(unit.key)
        return true
    }
}
