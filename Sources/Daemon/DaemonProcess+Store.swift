import Introspection
import Storage

/// How a daemon follows its database, where that is a server.
extension DaemonProcess {
    /// What stands in the health for a database server.
    private static let database = "rollcall.database"

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
}
