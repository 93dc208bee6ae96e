import Synchronization

/// Counts how tokens were checked, until the counts are published.
final class CheckCounts: Sendable {
    struct Taken: Equatable {
        /// Valid tokens found in the cache.
        var cached: Int
        /// Valid tokens verified by their signature.
        var verified: Int
        var refused: Int
    }

    private let verified = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)
    private let foundAndRefused = Atomic<Int>(0)

    func verify() {
        verified.add(1, ordering: .relaxed)
    }

    /// - Parameter wasFound: whether the token was in the cache.
    func refuse(wasFound: Bool) {
        refused.add(1, ordering: .relaxed)
        if wasFound { foundAndRefused.add(1, ordering: .relaxed) }
    }

    /// Takes the counts since the last call.
    ///
    /// - Parameter found: the tokens found in the cache. The cache counts them itself, as it holds
    ///   its lock anyway.
    func take(found: Int) -> Taken {
        Taken(
            cached: max(0, found - foundAndRefused.exchange(0, ordering: .relaxed)),
            verified: verified.exchange(0, ordering: .relaxed),
            refused: refused.exchange(0, ordering: .relaxed))
    }
}
