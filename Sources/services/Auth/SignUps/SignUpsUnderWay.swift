import Synchronization

/// The idempotency keys of the sign-ups that are worked on just now. As one process alone has the
/// store, a pending sign-up that is not here is worked on by nobody.
final class SignUpsUnderWay: Sendable {
    private let keys = Mutex<Set<String>>([])

    /// - Returns: `false` when a sign-up with the key is worked on.
    func enter(_ key: String) -> Bool {
        keys.withLock { $0.insert(key).inserted }
    }

    func leave(_ key: String) {
        keys.withLock { _ = $0.remove(key) }
    }

    func contains(_ key: String) -> Bool {
        keys.withLock { $0.contains(key) }
    }
}
