/// Who asks for a hash, as far as the queue for the workers needs to know.
package struct HashCaller: Sendable {
    /// The peers that have a share of the queue, and that the caller counts for: its address, its
    /// account. Hash values, as they are only compared. A caller without any has no share of its
    /// own.
    package let peers: [Int]
    /// Whether the caller comes before others whose peers have as many hashes.
    package let isPreferred: Bool

    package init(peers: [Int] = [], isPreferred: Bool = false) {
        self.peers = peers
        self.isPreferred = isPreferred
    }
}
