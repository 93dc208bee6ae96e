/// The byte credit that one side still has to send, of a stream or of a connection.
///
/// A frame that carries a message costs its body's length, but at least `minimumCost`: otherwise a
/// peer could fill the memory with millions of tiny fragments inside its credit.
package struct SendCredit: Sendable, Hashable {
    /// The largest credit that can be held, in bytes (2^31 - 1).
    package static let maximum = Int(Int32.max)
    /// What a frame costs at least, in bytes.
    package static let minimumCost = 64

    package private(set) var available: Int

    package init(_ initial: Int) {
        self.available = initial
    }

    /// What a body of `length` bytes costs.
    package static func cost(of length: Int) -> Int {
        Swift.max(length, minimumCost)
    }

    /// How many bytes of body could be sent now; nil when not even an empty body could.
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

/// The byte credit that this side has given to the peer, of a stream or of a connection.
package struct ReceiveCredit: Sendable, Hashable {
    /// The credit that every stream begins with at least, in bytes.
    package static let floor = 256 * 1024

    /// What the peer may send ahead of the reading application.
    package private(set) var target: Int
    /// It takes memory only once something is to be found out: of most streams little is read.
    private indirect enum Search: Sendable, Hashable {
        case notBegun
        case begun(WindowSearch)
    }

    private let smallest: Int
    private let largest: Int
    private var search = Search.notBegun
    private var outstanding: Int
    /// What is to be given back; negative while the window becomes smaller.
    private var owed = 0
    /// What was read since credit was given back.
    private var read = 0

    /// - Parameter largest: what the window may grow to.
    package init(_ target: Int, growingTo largest: Int = 0) {
        self.target = target
        self.smallest = target
        self.largest = max(target, largest)
        self.outstanding = target
    }

    /// What has arrived and was not released.
    package var held: Int { target - outstanding - owed }

    /// Counts what a frame cost.
    ///
    /// - Returns: whether the peer had that much credit.
    package mutating func receive(_ cost: Int) -> Bool {
        outstanding -= cost
        return outstanding >= 0
    }

    /// Gives back what was used up. Small amounts are saved up, so that not every message causes
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
        // Half of the floor, whatever was granted: the peer may not have heard of more yet.
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
