/// Says when freed memory is to be returned: once much of it was free at two looks in a row. What is used
/// again in between stays.
struct IdleMemory {
    /// Less stays with the process.
    static let worth = 4 * 1024 * 1024

    /// What cannot be given back, as far as is known.
    private var floor = 0
    private var last = 0

    /// - Parameter kept: bytes that are free now, and still the process's.
    mutating func isWorthReturning(_ kept: Int) -> Bool {
        floor = min(floor, kept)
        defer { last = kept }
        return min(last, kept) - floor >= Self.worth
    }

    /// - Parameter kept: bytes that are the process's even so: it is no use to ask for them again.
    mutating func wasReturned(leaving kept: Int) {
        (floor, last) = (kept, kept)
    }
}
