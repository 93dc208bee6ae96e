/// A place in the stream of revocations, which is a new one in each epoch.
package struct RevocationPosition: Equatable, Sendable {
    var epoch: UInt64
    /// How many revocations of the epoch come before it.
    var version: UInt64

    /// Whether this is what only a later copy of what stands at `other` can have told.
    func isAhead(of other: Self) -> Bool {
        epoch == other.epoch && version > other.version
    }
}
