import Synchronization

/// How tokens were checked, counted until it is published.
final class CheckCounts: Sendable {
    struct Taken: Equatable {
        /// Found good among those that were verified before.
        var cached: Int
        /// Found good by their signature.
        var verified: Int
        var refused: Int
    }

    private let verified = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)
    private let foundAndRefused = Atomic<Int>(0)

    func verify() {
        verified.add(1, ordering: .relaxed)
    }

    /// - Parameter wasFound: whether the token had been verified before.
    func refuse(wasFound: Bool) {
        refused.add(1, ordering: .relaxed)
        if wasFound { foundAndRefused.add(1, ordering: .relaxed) }
    }

    /// What was counted since it was last taken.
    ///
    /// - Parameter found: the tokens found among those that were verified before. They are counted
    ///   where they are found, under the lock that is held there anyway.
    func take(found: Int) -> Taken {
        Taken(
            cached: max(0, found - foundAndRefused.exchange(0, ordering: .relaxed)),
            verified: verified.exchange(0, ordering: .relaxed),
            refused: refused.exchange(0, ordering: .relaxed))
    }
}
