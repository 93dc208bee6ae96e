import RollcallRPC

/// What everybody has used of their limits, in a memory that is bounded: a value that is told the
/// time.
///
/// A flat table of buckets. A meter that has run empty is as good as none, and its place is given
/// away; one that has not is never forgotten. When the table is as large as it may be and a bucket is
/// full, its new keys share the few overflow meters of their limit: a flood of keys makes strangers
/// wait for each other, and resets nobody.
struct MeterTable: Sendable {
    /// The most meters, a power of two: 24 bytes each.
    static let maximum = 1_048_576
    /// Meters of a bucket.
    static let ways = 16
    /// Overflow meters of a limit.
    static let overflowCount = 4096

    private struct Meter {
        var (high, low): (UInt64, UInt64) = (0, 0)
        /// See `CellRate.take`.
        var due = Int64.min
    }

    /// Where a key's meter is.
    private enum Place {
        case own(Int)
        case shared(Int)
    }

    private let maximum: Int
    private var meters: [Meter]
    /// Empty until it is needed.
    private var overflow: [LimitName: [Int64]] = [:]

    private static let noneShared = Array(repeating: Int64.min, count: overflowCount)

    /// - Parameter maximum: a power of two, at least `ways`.
    init(maximum: Int = Self.maximum) {
        precondition(maximum >= Self.ways && maximum.nonzeroBitCount == 1)
        self.maximum = maximum
        meters = Array(repeating: Meter(), count: min(maximum, 64 * Self.ways))
    }

    /// Places for meters, by now.
    var capacity: Int { meters.count }

    /// Takes a unit.
    ///
    /// - Returns: the milliseconds until there is one; nil when it was taken.
    mutating func take(_ key: LimitKey, at rate: CellRate, now: Int64) -> Int64? {
        change(key, at: place(for: key, now: now)) { rate.take(&$0, now: now) }
    }

    /// Undoes a `take`.
    mutating func giveBack(_ key: LimitKey, at rate: CellRate) {
        change(key, at: place(of: key)) { rate.giveBack(&$0) }
    }

    /// Makes a meter as good as new, unless it is an overflow meter, which is not its own alone.
    mutating func clear(_ key: LimitKey) {
        if case .own(let index) = place(of: key) { meters[index].due = .min }
    }

    private mutating func change<T>(
        _ key: LimitKey, at place: Place, _ body: (inout Int64) -> T
    ) -> T {
        switch place {
        case .own(let index): body(&meters[index].due)
        case .shared(let index):
            body(&overflow[key.name, default: Self.noneShared][index])
        }
    }
}

// MARK: What is kept

extension MeterTable {
    /// What is to be written down of a key's meter.
    func row(of key: LimitKey) -> MeterRow {
        switch place(of: key) {
        case .own(let index): MeterRow(key: key, due: meters[index].due)
        case .shared(let index):
            MeterRow(key: .overflow(index, of: key.name), due: sharedDue(index, key.name))
        }
    }

    /// Puts back what was written down. The later instant counts, so that nothing is loosened.
    mutating func restore(_ row: MeterRow, now: Int64) {
        change(row.key, at: place(for: row.key, now: now)) { $0 = max($0, row.due) }
    }
}

// MARK: Places

extension MeterTable {
    private func bucket(of key: LimitKey) -> Range<Int> {
        let buckets = UInt64(meters.count / Self.ways)
        let first = Int(key.low & (buckets - 1)) * Self.ways
        return first..<first + Self.ways
    }

    private func index(of key: LimitKey) -> Int? {
        bucket(of: key).first { meters[$0].high == key.high && meters[$0].low == key.low }
    }

    private func place(of key: LimitKey) -> Place {
        if let index = key.overflowIndex { return .shared(index) }
        return index(of: key).map(Place.own) ?? .shared(sharedIndex(of: key))
    }

    /// The place of a key, new if need be.
    private mutating func place(for key: LimitKey, now: Int64) -> Place {
        if let index = key.overflowIndex { return .shared(index) }
        if let index = index(of: key) { return .own(index) }
        while true {
            if let free = bucket(of: key).first(where: { meters[$0].due <= now }) {
                // What the caller has used of an overflow meter counts on its own meter, too.
                let due = sharedDue(sharedIndex(of: key), key.name)
                meters[free] = Meter(high: key.high, low: key.low, due: due)
                return .own(free)
            }
            guard meters.count < maximum else { return .shared(sharedIndex(of: key)) }
            grow()
        }
    }

    /// Twice the places. The keys of a bucket fall into two, by one more of their bits.
    private mutating func grow() {
        let old = meters
        meters = Array(repeating: Meter(), count: old.count * 2)
        let half = old.count
        let bit = UInt64(half / Self.ways)
        for (index, meter) in old.enumerated() where meter.due != .min {
            meters[meter.low & bit == 0 ? index : index + half] = meter
        }
    }

    private func sharedIndex(of key: LimitKey) -> Int {
        Int(key.high % UInt64(Self.overflowCount))
    }

    private func sharedDue(_ index: Int, _ name: LimitName) -> Int64 {
        overflow[name]?[index] ?? .min
    }
}

/// A meter as it is kept.
struct MeterRow: Equatable, Sendable {
    let key: LimitKey
    /// Milliseconds since 1970; see `CellRate.take`.
    let due: Int64
}
