/// Where a client keeps its session. An app gives one that survives its restart, such as a keychain
/// or a file.
public protocol SessionStore: Sendable {
    /// The session as it was last saved; nil when nobody is signed in.
    func load() async throws -> StoredSession?

    /// Hands over the newest session, and saves what `change` made of it before it returns.
    ///
    /// One `change` runs at a time, over all who share the store, other processes among them: a
    /// refresh token is for one exchange. It is saved wholly or not at all, whatever fails and
    /// whenever the power does; if `change` throws, nothing is saved.
    func update<Result: Sendable>(
        _ change: @Sendable (inout StoredSession?) async throws -> Result
    ) async throws -> Result

    /// What Auth has given this device so that it knows it again, as it was last saved. It outlives
    /// the session. A store that keeps none is always a new device.
    func loadDeviceToken() async throws -> String?

    /// Saves it in place of the one before.
    func saveDeviceToken(_ token: String) async throws
}

extension SessionStore {
    public func loadDeviceToken() async throws -> String? { nil }

    public func saveDeviceToken(_ token: String) async throws {}
}

/// Keeps a session for as long as the process lives.
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
