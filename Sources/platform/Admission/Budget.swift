/// What may be taken at once in all, such as bytes. A value.
package struct Budget: Sendable {
    package let limit: Int
    package private(set) var taken = 0

    package init(_ limit: Int) {
        self.limit = limit
    }

    /// What nobody has.
    package var free: Int { limit - taken }

    /// - Returns: whether there was room; then the amount is taken until it is released.
    package mutating func take(_ amount: Int) -> Bool {
        guard amount <= free else { return false }
        taken += amount
        return true
    }

    package mutating func release(_ amount: Int) {
        taken -= amount
    }
}
