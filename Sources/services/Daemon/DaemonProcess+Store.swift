import Blobs
import Introspection
import Storage

/// Follows the database and the object store of a daemon if they are servers.
extension DaemonProcess {
    /// The names of the database server and the object store in the health.
    private static let database = "rollcall.database"
    private static let objects = "rollcall.objects"
    private static let pause = Duration.milliseconds(250)

    /// Tasks to run beside the server. They report in the health whether the database server
    /// answers. There are none for a file, as the process ends if its store fails.
    ///
    /// - Parameters:
    ///   - isNeeded: whether every call needs the database.
    ///   - trouble: what is wrong with the store at present; read four times a second.
    package func following(
        _ location: StoreLocation, isNeeded: Bool, trouble: @escaping @Sendable () -> StorageError?
    ) -> [@Sendable () async throws -> Void] {
        guard case .postgresql = location else { return [] }
        return following(Self.database, every: Self.pause) {
            guard let trouble = trouble() else { return nil }
            // A store that is only impaired answers reads.
            if case .impaired = trouble { return (.impaired, Failure(trouble).sentence) }
            return (isNeeded ? .missing : .impaired, Failure(trouble).sentence)
        }
    }

    /// Tasks to run beside the server. They report in the health whether the object store answers.
    /// The store is checked every half minute, and every two seconds while it does not answer.
    ///
    /// - Parameter store: nil for files.
    package func following(_ store: S3BlobStore?) -> [@Sendable () async throws -> Void] {
        guard let store else { return [] }
        let asking: @Sendable () async throws -> Void = {
            while true {
                // `trouble` has the error.
                try? await store.check()
                try await Task.sleep(for: store.trouble == nil ? .seconds(30) : .seconds(2))
            }
        }
        return [asking]
            + following(Self.objects, every: Self.pause) {
                store.trouble.map { (.impaired, Failure($0).sentence) }
            }
    }
}
