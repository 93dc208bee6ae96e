import Blobs
import Introspection
import Storage

/// How a daemon follows its database and its object store, where they are servers.
extension DaemonProcess {
    /// What stands in the health for a database server, and for an object store.
    private static let database = "rollcall.database"
    private static let objects = "rollcall.objects"

    /// What is to run beside the server: it says in the health of the process whether the database
    /// server answers. Nothing for a file, as a store that cannot go on there ends the process.
    ///
    /// - Parameter trouble: why the store cannot work at present; asked four times a second.
    package func following(
        _ location: StoreLocation, trouble: @escaping @Sendable () -> StorageError?
    ) -> [@Sendable () async throws -> Void] {
        guard case .postgresql = location else { return [] }
        let health = health
        return [
            {
                while true {
                    let trouble = trouble()
                    health.set(
                        trouble == nil ? .good : .missing, ofDependency: Self.database,
                        because: trouble.map { Failure($0).sentence } ?? "")
                    try await Task.sleep(for: .milliseconds(250))
                }
            }
        ]
    }

    /// What is to run beside the server: it says in the health of the process whether the object store
    /// answers. The store is asked every half minute, and every two seconds while it does not answer.
    ///
    /// - Parameter store: nil for files.
    package func following(_ store: S3BlobStore?) -> [@Sendable () async throws -> Void] {
        guard let store else { return [] }
        let health = health
        return [
            {
                while true {
                    do {
                        try await store.check()
                    } catch let error as CancellationError {
                        throw error
                    } catch {
                        // `trouble` says it.
                    }
                    let next =
                        ContinuousClock.now + (store.trouble == nil ? .seconds(30) : .seconds(2))
                    while .now < next {
                        let trouble = store.trouble
                        health.set(
                            trouble == nil ? .good : .missing, ofDependency: Self.objects,
                            because: trouble.map { Failure($0).sentence } ?? "")
                        try await Task.sleep(for: .milliseconds(250))
                    }
                }
            }
        ]
    }
}
