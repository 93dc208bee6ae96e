import Foundation

/// Reads and changes what a store keeps.
struct SessionVault: Sendable {
    let store: any SessionStore

    /// - Returns: the state, and whether what is stored could not be understood.
    /// - Throws: `RollcallError` when the store cannot be read.
    func load() async throws(RollcallError) -> (state: StoredState, isDamaged: Bool) {
        do {
            let bytes = try await store.load()
            return (Self.state(bytes) ?? StoredState(), bytes != nil && Self.state(bytes) == nil)
        } catch {
            throw Self.failure(error)
        }
    }

    /// - Parameter body: gets the newest state, also if another process has changed it. If it
    ///   leaves an empty one, nothing is stored.
    /// - Throws: `RollcallError` when nothing was changed.
    func change<Result: Sendable>(
        _ body: @Sendable (inout StoredState) -> Result
    ) async throws(RollcallError) -> Result {
        do {
            return try await store.update { bytes in
                let before = Self.state(bytes)
                var state = before ?? StoredState()
                let result = body(&state)
                if state != before {
                    bytes = state == StoredState() ? nil : try JSONEncoder().encode(state)
                }
                return result
            }
        } catch {
            throw Self.failure(error)
        }
    }

    private static func state(_ bytes: Data?) -> StoredState? {
        guard let bytes, var state = try? JSONDecoder().decode(StoredState.self, from: bytes),
            state.version == StoredState.version
        else { return nil }
        state.session?.restoreProfile()
        return state
    }

    private static func failure(_ error: any Error) -> RollcallError {
        if error is CancellationError { return .canceled }
        return RollcallError(.unavailable, "the session's store failed: \(error)", from: .store)
    }
}
