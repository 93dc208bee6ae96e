/// Where a client keeps its session. An app should use a store that survives a restart, such as a
/// keychain or a file.
public protocol SessionStore: Sendable {
    /// The session as last saved; nil when no user is signed in.
    func load() async throws -> StoredSession?

    /// Passes the newest session to `change`, and saves the result before it returns.
    ///
    /// Only one `change` runs at a time, over all users of the store, including other processes: a
    /// refresh token can be exchanged only once. The session is saved whole or not at all, even
    /// after a failure or a power loss. If `change` throws, nothing is saved.
    func update<Result: Sendable>(
        _ change: @Sendable (inout StoredSession?) async throws -> Result
    ) async throws -> Result

    /// The last saved token by which Auth recognises this device. It outlives the session. Without
    /// a stored token, the device always counts as new.
    func loadDeviceToken() async throws -> String?

    /// Saves the device token in place of the earlier one.
    func saveDeviceToken(_ token: String) async throws
}

extension SessionStore {
    public func loadDeviceToken() async throws -> String? { nil }

    public func saveDeviceToken(_ token: String) async throws {}
}

/// Keeps a session as long as the process lives.
public actor InMemorySessionStore: SessionStore {
    private var session: StoredSession?
    private var deviceToken: String?
    private let mutex = AsyncMutex()

    public init(_ session: StoredSession? = nil) {
        self.session = session
    }

    public func load() -> StoredSession? {
        session
    }

    public func loadDeviceToken() async -> String? {
        deviceToken
    }

    public func saveDeviceToken(_ token: String) async {
        deviceToken = token
    }

    public func update<Result: Sendable>(
        _ change: @Sendable (inout StoredSession?) async throws -> Result
    ) async throws -> Result {
        await mutex.enter()
        do {
            var changed = session
            let result = try await change(&changed)
            session = changed
            await mutex.leave()
            return result
        } catch {
            await mutex.leave()
            throw error
        }
    }
}
