import Foundation

/// Where an app keeps its session: on Apple's systems the Keychain, a file, memory, or a store of
/// the app's own.
public protocol SessionStore: Sendable {
    /// What was saved last; nil if nothing was.
    ///
    /// - Throws: when it cannot be read now, such as from a Keychain before the first unlock. An
    ///   error never means that nothing is there.
    func load() async throws -> Data?

    /// Passes what is stored to `change`, and saves it before it returns.
    ///
    /// Only one `change` runs at a time, also over processes that share the store. Its result is
    /// saved whole or not at all, even after a crash. If `change` throws, nothing is saved.
    func update<Result: Sendable>(
        _ change: @Sendable (inout Data?) throws -> Result
    ) async throws -> Result
}

/// Keeps the session as long as the process lives.
public final class InMemorySessionStore: SessionStore {
    private let stored: Locked<Data?>

    public init(_ stored: Data? = nil) { self.stored = Locked(stored) }

    public func load() async -> Data? { stored.withLock { $0 } }

    public func update<Result: Sendable>(
        _ change: @Sendable (inout Data?) throws -> Result
    ) async throws -> Result {
        try stored.withLock { stored in
            var changed = stored
            let result = try change(&changed)
            stored = changed
            return result
        }
    }
}
