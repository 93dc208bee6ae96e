/// What may be held at once, in all and by each key, such as running calls or connections. A value.
package struct Slots<Key: Hashable & Sendable>: Sendable {
    private var all: Budget
    private let limitOfKey: Int
    private var counts = Tally<Key>()

    package init(_ limit: Int = .max, ofKey limitOfKey: Int = .max) {
        all = Budget(limit)
        self.limitOfKey = limitOfKey
    }

    /// The slots that somebody has.
    package var count: Int { all.taken }

    /// The slots that nobody has.
    package var free: Int { all.free }

    /// - Returns: whether there was room; then the slots are the key's until they are released.
    package mutating func take(_ slots: Int = 1, for key: Key) -> Bool {
        guard slots <= limitOfKey - counts[key], all.take(slots) else { return false }
        counts.add(slots, to: key)
        return true
    }

    /// Does nothing for a key that has none.
    package mutating func release(_ slots: Int = 1, for key: Key) {
        guard counts[key] > 0 else { return }
        all.release(slots)
        counts.add(-slots, to: key)
    }
}

/// How many of something each key has. A key that has none takes no memory.
package struct Tally<Key: Hashable & Sendable>: Sendable {
    private var counts: [Key: Int] = [:]

    package init() {}

    /// 0 for nil.
    package subscript(key: Key?) -> Int { key.flatMap { counts[$0] } ?? 0 }

    /// Does nothing for nil.
    package mutating func add(_ change: Int, to key: Key?) {
        guard let key else { return }
        let count = counts[key, default: 0] + change
        counts[key] = count == 0 ? nil : count
    }
}
