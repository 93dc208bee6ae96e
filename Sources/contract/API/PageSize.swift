/// How many entries a page of a list has: as many as were asked for, at most 500.
package struct PageSize {
    package static let longest = 500

    package let limit: Int

    /// - Parameter asked: 0 for the longest page.
    package init(_ asked: UInt32) {
        limit = asked == 0 ? Self.longest : min(Int(asked), Self.longest)
    }
}
