import Synchronization

/// Raised once, by any thread, for others to see.
package final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    package init() {}

    package var isRaised: Bool { value.load(ordering: .relaxed) }

    package func raise() {
        value.store(true, ordering: .relaxed)
    }
}
