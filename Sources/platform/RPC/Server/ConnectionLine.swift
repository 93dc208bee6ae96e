import NIOCore

/// Connections of one kind, the oldest first.
struct ConnectionLine {
    private(set) var count = 0
    /// Some of them are not of the kind any more.
    ///
    /// It begins with room for one: most accounts have one connection.
    private var arrivals = CircularBuffer<ConnectionLedger.ID>(initialCapacity: 1)

    mutating func append(_ id: ConnectionLedger.ID) {
        arrivals.append(id)
        count += 1
    }

    /// One is not of the kind any more.
    mutating func leave(_ isOfKind: (ConnectionLedger.ID) -> Bool) {
        count -= 1
        while let first = arrivals.first, !isOfKind(first) { arrivals.removeFirst() }
        // Behind an old one that stays they would gather for ever.
        if arrivals.count > 2 * count + 16 { arrivals.removeAll { !isOfKind($0) } }
    }

    mutating func takeOldest(_ isOfKind: (ConnectionLedger.ID) -> Bool) -> ConnectionLedger.ID? {
        while let id = arrivals.popFirst() {
            guard isOfKind(id) else { continue }
            count -= 1
            return id
        }
        return nil
    }
}
