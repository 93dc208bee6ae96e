/// What one Argon2id hash costs (RFC 9106 §3.1), within bounds: a hash that was imported must not
/// be able to ask for all of the memory or an hour of a processor.
package struct Argon2Parameters: Hashable, Sendable {
    /// 19 MiB, two passes, one lane: the least that OWASP's cheat sheet recommends.
    package static let standard = Argon2Parameters(unchecked: 19_456, passes: 2, lanes: 1)

    package static let kibibytesBounds = 8...HashFunction.mostKibibytes
    package static let passesBounds = 1...20
    package static let lanesBounds = 1...16
    /// The RFC's: each lane has four slices of at least two blocks.
    package static let leastKibibytesPerLane = 8

    /// Memory, in KiB (`m`).
    package let kibibytes: Int
    /// Iterations over that memory (`t`).
    package let passes: Int
    /// Parallelism (`p`). It changes the hash; we compute the lanes one after the other.
    package let lanes: Int

    /// - Throws: `PasswordHashError.parametersOutOfBounds`.
    package init(kibibytes: Int, passes: Int, lanes: Int) throws(PasswordHashError) {
        guard Self.kibibytesBounds.contains(kibibytes), Self.passesBounds.contains(passes),
            Self.lanesBounds.contains(lanes), kibibytes >= Self.leastKibibytesPerLane * lanes,
            kibibytes * passes <= HashFunction.mostWork
        else { throw .parametersOutOfBounds }
        self.init(unchecked: kibibytes, passes: passes, lanes: lanes)
    }

    private init(unchecked kibibytes: Int, passes: Int, lanes: Int) {
        self.kibibytes = kibibytes
        self.passes = passes
        self.lanes = lanes
    }

    /// What the time follows: KiB written, all passes together.
    package var work: Int { kibibytes * passes }
}
