import FoundationEssentials
import Glibc
import RollcallClient

/// Keeps the session in a file, which commands that run at the same time share.
struct FileSessionStore: SessionStore {
    private static let name = "session"
    /// Beside the session, as it outlives it.
    private static let deviceName = "device"
    /// How long a command waits for another one to have done with the session.
    private static let patience = Duration.seconds(30)

    let directory: StateDirectory

    /// Nil, too, when the file cannot be understood: to sign in again mends it.
    func load() throws -> StoredSession? {
        guard let bytes = try directory.read(Self.name) else { return nil }
        return try? JSONDecoder().decode(StoredSession.self, from: Data(bytes))
    }

    func update<Result: Sendable>(
        _ change: @Sendable (inout StoredSession?) async throws -> Result
    ) async throws -> Result {
        try directory.make()
        let lock = try await lock()
        defer { close(lock) }
        let before = try load()
        var session = before
        let result = try await change(&session)
        if session != before { try save(session) }
        return result
    }

    private func save(_ session: StoredSession?) throws {
        guard let session else { return try directory.remove(Self.name) }
        try directory.write([UInt8](try JSONEncoder().encode(session)), to: Self.name)
    }

    /// Nil, too, when the file cannot be understood: the next sign-in mends it.
    func loadDeviceToken() async throws -> String? {
        guard let bytes = try directory.read(Self.deviceName),
            bytes.allSatisfy({ (33...126).contains($0) })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    func saveDeviceToken(_ token: String) async throws {
        guard try await loadDeviceToken() != token else { return }
        try directory.write([UInt8](token.utf8), to: Self.deviceName)
    }

    /// Waits for its turn.
    ///
    /// - Returns: a descriptor; to close it gives the turn to the next.
    private func lock() async throws -> Int32 {
        let path = directory.file("\(Self.name).lock").path
        let end = ContinuousClock.now + Self.patience
        while true {
            if let lock = try takeLock(path) { return lock }
            guard ContinuousClock.now < end else {
                throw Failure.file(
                    path, "another command has held the lock for 30 seconds; try again later")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
