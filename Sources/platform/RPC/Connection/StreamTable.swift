/// The streams of a connection by their id: open addressing over a power of two, at most half full.
///
/// A call looks its stream up several times; Swift's dictionary would hash the id each time with a
/// keyed hash. Ids need none: a peer can choose only how far apart they lie, and there are never
/// more of them than `maximumStreams`.
struct StreamTable {
    private var slots: [StreamRecord?]
    private(set) var count = 0

    init() {
        self.slots = []
    }

    var isEmpty: Bool { count == 0 }

    /// The streams, in no order.
    var values: [StreamRecord] { slots.compactMap(\.self) }

    subscript(_ id: UInt32) -> StreamRecord? {
        guard count > 0 else { return nil }
        var index = home(of: id)
        while let record = slots[index] {
            if record.id == id { return record }
            index = (index + 1) & mask
        }
        return nil
    }

    /// Adds a stream whose id is not there yet.
    mutating func insert(_ record: StreamRecord) {
        if (count + 1) * 2 > slots.count { grow() }
        place(record)
        count += 1
    }

    @discardableResult
    mutating func remove(_ id: UInt32) -> StreamRecord? {
        guard count > 0 else { return nil }
        var index = home(of: id)
        while let record = slots[index] {
            if record.id == id {
                close(index)
                count -= 1
                return record
            }
            index = (index + 1) & mask
        }
        return nil
    }

    mutating func removeAll() {
        slots = []
        count = 0
    }

    private var mask: Int { slots.count - 1 }

    /// Fibonacci hashing: neighbouring ids lie far apart, whatever their steps are.
    private func home(of id: UInt32) -> Int {
        let mixed = (id &* 0x9E37_79B9) >> 8
        return Int(mixed) & mask
    }

    private mutating func place(_ record: StreamRecord) {
        var index = home(of: record.id)
        while slots[index] != nil { index = (index + 1) & mask }
        slots[index] = record
    }

    private mutating func grow() {
        let records = values
        slots = Array(repeating: nil, count: max(2, slots.count * 2))
        for record in records { place(record) }
    }

    /// Empties a slot, and moves those that stand behind it because it was taken.
    private mutating func close(_ index: Int) {
        var hole = index
        slots[hole] = nil
        var next = (hole + 1) & mask
        while let record = slots[next] {
            let distance = (next - home(of: record.id)) & mask
            if distance >= (next - hole) & mask {
                slots[hole] = record
                slots[next] = nil
                hole = next
            }
            next = (next + 1) & mask
        }
    }
}
