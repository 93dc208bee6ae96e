import Admission

/// The token buckets of all callers, in bounded memory. The value has no clock: each call passes
/// the time.
///
/// The table is flat, in sets of `ways` places. The place of a full bucket may be reused; a bucket
/// in use is never forgotten. When the table has its largest size and a set has no free place, new
/// keys share overflow buckets. Each limit has its own. So in a flood of keys, unknown callers wait
/// for each other, and no caller's bucket is reset.
struct TokenBuckets: Sendable {
    /// The most buckets, a power of two. Each takes 24 bytes.
    static let maximum = 1_048_576
    /// The places of a set.
    static let ways = 16
    /// The overflow buckets of a limit.
    static let overflowCount = 4096

    private struct Bucket {
        var (high, low): (UInt64, UInt64) = (0, 0)
        /// See `GCRA.take`.
        var due = Int64.min
    }

    /// Where a key's bucket is.
    private enum Place {
        case own(Int)
        case shared(Int)
    }

    private let maximum: Int
    private var buckets: [Bucket]
    /// Empty until the first one is needed.
    private var overflow: [LimitName: [Int64]] = [:]

    private static let noneShared = Array(repeating: Int64.min, count: overflowCount)

    /// - Parameter maximum: a power of two, at least `ways`.
    init(maximum: Int = Self.maximum) {
        precondition(maximum >= Self.ways && maximum.nonzeroBitCount == 1)
        self.maximum = maximum
        buckets = Array(repeating: Bucket(), count: min(maximum, 64 * Self.ways))
    }

    /// The present number of places.
    var capacity: Int { buckets.count }

    /// Takes a permit.
    ///
    /// - Returns: the milliseconds until a permit is free; nil if one was taken.
    mutating func take(_ key: LimitKey, at rate: GCRA, now: Int64) -> Int64? {
        change(key, at: place(for: key, now: now)) { rate.take(&$0, now: now) }
    }

    /// Undoes a `take`. A bucket that is full afterwards is forgotten. If the clock were set back,
    /// the instant in it would make the bucket look used up.
    ///
    /// - Returns: whether the bucket is full.
    @discardableResult
    mutating func refund(_ key: LimitKey, at rate: GCRA, now: Int64) -> Bool {
        let due = change(key, at: place(of: key)) { due in
            rate.refund(&due)
            return due
        }
        guard due <= now else { return false }
        clear(key)
        return true
    }

    /// Fills a bucket, unless it is an overflow bucket, which several callers share.
    mutating func clear(_ key: LimitKey) {
        if case .own(let index) = place(of: key) { buckets[index].due = .min }
    }

    private mutating func change<T>(
        _ key: LimitKey, at place: Place, _ body: (inout Int64) -> T
    ) -> T {
        switch place {
        case .own(let index): body(&buckets[index].due)
        case .shared(let index):
            body(&overflow[key.name, default: Self.noneShared][index])
        }
    }
}

// MARK: What is kept

extension TokenBuckets {
    /// The row to store for a key's bucket.
    func row(of key: LimitKey) -> BucketRow {
        switch place(of: key) {
        case .own(let index): BucketRow(key: key, due: buckets[index].due)
        case .shared(let index):
            BucketRow(key: .overflow(index, of: key.name), due: sharedDue(index, key.name))
        }
    }

    /// Sets a bucket to what was counted elsewhere. An overflow bucket, which several callers
    /// share, only becomes tighter.
    mutating func set(_ key: LimitKey, to due: Int64, now: Int64) {
        switch place(for: key, now: now) {
        case .own(let index): buckets[index].due = due
        case .shared: restore(BucketRow(key: key, due: due), now: now)
        }
    }

    /// Restores a stored row. The later of both instants counts, so that no limit is loosened.
    mutating func restore(_ row: BucketRow, now: Int64) {
        change(row.key, at: place(for: row.key, now: now)) { $0 = max($0, row.due) }
    }
}

// MARK: Places

extension TokenBuckets {
    private func set(of key: LimitKey) -> Range<Int> {
        let sets = UInt64(buckets.count / Self.ways)
        let first = Int(key.low & (sets - 1)) * Self.ways
        return first..<first + Self.ways
    }

    private func index(of key: LimitKey) -> Int? {
        set(of: key).first { buckets[$0].high == key.high && buckets[$0].low == key.low }
    }

    private func place(of key: LimitKey) -> Place {
        if let index = key.overflowIndex { return .shared(index) }
        return index(of: key).map(Place.own) ?? .shared(sharedIndex(of: key))
    }

    /// The place of a key; a new one if it has none.
    private mutating func place(for key: LimitKey, now: Int64) -> Place {
        if let index = key.overflowIndex { return .shared(index) }
        if let index = index(of: key) { return .own(index) }
        while true {
            if let free = set(of: key).first(where: { buckets[$0].due <= now }) {
                // Permits that the caller took from an overflow bucket count in its own bucket,
                // too.
                let due = sharedDue(sharedIndex(of: key), key.name)
                buckets[free] = Bucket(high: key.high, low: key.low, due: due)
                return .own(free)
            }
            guard buckets.count < maximum else { return .shared(sharedIndex(of: key)) }
            grow()
        }
    }

    /// Doubles the places. One more bit of the keys splits each set into two.
    private mutating func grow() {
        let old = buckets
        buckets = Array(repeating: Bucket(), count: old.count * 2)
        let half = old.count
        let bit = UInt64(half / Self.ways)
        for (index, bucket) in old.enumerated() where bucket.due != .min {
            buckets[bucket.low & bit == 0 ? index : index + half] = bucket
        }
    }

    private func sharedIndex(of key: LimitKey) -> Int {
        Int(key.high % UInt64(Self.overflowCount))
    }

    private func sharedDue(_ index: Int, _ name: LimitName) -> Int64 {
        overflow[name]?[index] ?? .min
    }
}

/// A token bucket as the database has it.
struct BucketRow: Equatable, Sendable {
    let key: LimitKey
    /// Milliseconds since 1970; see `GCRA.take`.
    let due: Int64
}
