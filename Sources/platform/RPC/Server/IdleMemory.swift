/// Decides when to return freed memory to the system: once much of it was free at two checks in a
/// row. Memory that is used again in between is kept.
struct IdleMemory {
    /// The process keeps less than this.
    static let worth = 4 * 1024 * 1024

    /// The bytes that cannot be returned, as far as is known.
    private var floor = 0
    private var last = 0

    /// - Parameter kept: the free bytes that the process still has.
    mutating func isWorthReturning(_ kept: Int) -> Bool {
        floor = min(floor, kept)
        defer { last = kept }
        return min(last, kept) - floor >= Self.worth
    }

    /// - Parameter kept: the bytes that the process still has. Another attempt would not return
    ///   them.
    mutating func wasReturned(leaving kept: Int) {
        (floor, last) = (kept, kept)
    }
}
