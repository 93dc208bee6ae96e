import Blobs
import Introspection
import Storage

/// How a daemon follows its database and its object store, where they are servers.
extension DaemonProcess {
    /// What stands in the health for a database server, and for an object store.
    private static let database = "rollcall.database"
    private static let objects = "rollcall.objects"
    private static let pause = Duration.milliseconds(250)

    /// What is to run beside the server: it says in the health of the process whether the database
    /// server answers. Nothing for a file, as a store that cannot go on there ends the process.
    ///
    /// - Parameter trouble: why the store cannot work at present; asked four times a second.
    package func following(
        _ location: StoreLocation, trouble: @escaping @Sendable () -> StorageError?
    ) -> [@Sendable () async throws -> Void] {
        guard case .postgresql = location else { return [] }
        return following(Self.database, isNeeded: true, every: Self.pause) {
            trouble().map { Failure($0).sentence }
        }
    }

    /// What is to run beside the server: it says in the health of the process whether the object store
    /// answers. The store is asked every half minute, and every two seconds while it does not answer.
    ///
    /// - Parameter store: nil for files.
    package func following(_ store: S3BlobStore?) -> [@Sendable () async throws -> Void] {
        guard let store else { return [] }
        let asking: @Sendable () async throws -> Void = {
            while true {
                // What it throws is what `trouble` says.
                try? await store.check()
                try await Task.sleep(for: store.trouble == nil ? .seconds(30) : .seconds(2))
            }
        }
        return [asking]
            + following(Self.objects, isNeeded: true, every: Self.pause) {
                store.trouble.map { Failure($0).sentence }
            }
    }
}
