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
    private var outstanding: Int
    private var owed = 0

    package init(_ target: Int) {
        self.target = target
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
    /// - Returns: the credit to announce now, or nil.
    ///
    /// A peer that has used up most of its credit although the application has read all that came is
    /// held up by the window alone: that doubles.
    ///
    /// - Parameters:
    ///   - hasReadAll: whether nothing waits for the application.
    ///   - maximum: what the window grows to.
    package mutating func release(
        _ cost: Int, hasReadAll: Bool = false, growingTo maximum: Int = 0
    ) -> Int? {
        owed += cost
        // Half of the floor, whatever was granted: the peer may not have heard of more yet.
        guard owed >= min(target, Self.floor) / 2 else { return nil }
        if hasReadAll, outstanding < target / 4, target < maximum {
            let grown = min(2 * target, maximum)
            owed += grown - target
            target = grown
        }
        defer { owed = 0 }
        outstanding += owed
        return owed
    }
}
