/// The bytes that one side may still send, on a stream or on a connection.
///
/// A frame with a message costs the length of its body, but at least `minimumCost`. Otherwise a
/// peer could fill the memory with millions of tiny fragments.
package struct SendCredit: Sendable, Hashable {
    /// The largest credit in bytes (2^31 - 1).
    package static let maximum = Int(Int32.max)
    /// The least cost of a frame, in bytes.
    package static let minimumCost = 64

    package private(set) var available: Int

    package init(_ initial: Int) {
        self.available = initial
    }

    /// The cost of a body of `length` bytes.
    package static func cost(of length: Int) -> Int {
        Swift.max(length, minimumCost)
    }

    /// The longest body that may be sent now; nil if not even an empty one may.
    package var sendable: Int? {
        available >= Self.minimumCost ? available : nil
    }

    package mutating func spend(_ cost: Int) {
        available -= cost
    }

    /// - Returns: whether the credit stayed within `maximum`.
    package mutating func add(_ credit: Int) -> Bool {
        available += credit
        return available <= Self.maximum
    }
}

/// The bytes that the peer may still send, on a stream or on a connection.
package struct ReceiveCredit: Sendable, Hashable {
    /// The least initial credit of a stream, in bytes.
    package static let floor = 256 * 1024

    /// The window: bytes that the peer may send before the application has read them.
    package private(set) var target: Int
    /// Takes memory only once a search begins, as most streams carry few bytes.
    private indirect enum Search: Sendable, Hashable {
        case notBegun
        case begun(WindowSearch)
    }

    private let smallest: Int
    private let largest: Int
    private var search = Search.notBegun
    private var outstanding: Int
    /// Credit to return; negative while the window shrinks.
    private var owed = 0
    /// Bytes read since credit was last returned.
    private var read = 0

    /// - Parameter largest: the size that the window may grow to.
    package init(_ target: Int, growingTo largest: Int = 0) {
        self.target = target
        self.smallest = target
        self.largest = max(target, largest)
        self.outstanding = target
    }

    /// Bytes that have arrived and were not released.
    package var held: Int { target - outstanding - owed }

    /// Counts the cost of a frame.
    ///
    /// - Returns: whether the peer had enough credit.
    package mutating func receive(_ cost: Int) -> Bool {
        outstanding -= cost
        return outstanding >= 0
    }

    /// Returns credit for read bytes. Small amounts are collected, so that not every message causes
    /// a WINDOW frame.
    ///
    /// - Parameters:
    ///   - hasReadAll: whether nothing waits for the application.
    ///   - now: nanoseconds of a clock that never goes back.
    /// - Returns: the credit to announce now, or nil.
    package mutating func release(
        _ cost: Int, hasReadAll: Bool = false, at now: @autoclosure () -> UInt64
    ) -> Int? {
        owed += cost
        read += cost
        // Half of the floor even if more was granted: the peer may not know of that yet.
        guard read >= min(target, Self.floor) / 2 else { return nil }
        if smallest < largest {
            var search = WindowSearch()
            if case .begun(let begun) = self.search { search = begun }
            let better = search.window(
                afterReading: read, at: now(), from: target, within: smallest...largest,
                mayGrow: hasReadAll)
            self.search = .begun(search)
            owed += better - target
            target = better
        }
        read = 0
        guard owed > 0 else { return nil }
        defer { owed = 0 }
        outstanding += owed
        return owed
    }
}
