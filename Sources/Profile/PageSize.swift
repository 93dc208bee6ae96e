/// How many entries a page of a list has: as many as were asked for, at most 500.
struct PageSize {
    static let longest = 500

    let limit: Int

    /// - Parameter asked: 0 for the longest page.
    init(_ asked: UInt32) {
        limit = asked == 0 ? Self.longest : min(Int(asked), Self.longest)
    }
}
