/// Slots of a table in lists, one for each key: four bytes a slot, and one entry a key.
struct SlotLists<Key: Hashable & Sendable>: Sendable {
    private static var none: UInt32 { .max }

    private var first: [Key: UInt32] = [:]
    private var next: [UInt32] = []

    /// The slots of a key, in no order. The lists are not to be changed while they are looked
    /// through.
    func slots(of key: Key) -> some Sequence<UInt32> {
        sequence(state: first[key] ?? Self.none) { slot in
            guard slot != Self.none else { return nil }
            defer { slot = next[Int(slot)] }
            return slot
        }
    }

    /// Adds a slot that is in no list.
    mutating func add(_ slot: UInt32, to key: Key) {
        while next.count <= slot { next.append(Self.none) }
        next[Int(slot)] = first.updateValue(slot, forKey: key) ?? Self.none
    }

    /// Removes a slot from the list that it is in. Takes as long as the list is.
    mutating func remove(_ slot: UInt32, from key: Key) {
        let behind = next[Int(slot)]
        if first[key] == slot {
            first[key] = behind == Self.none ? nil : behind
        } else if let before = slots(of: key).first(where: { next[Int($0)] == slot }) {
            next[Int(before)] = behind
        }
    }
}
