import Foundation
import Synchronization
import TestPostgreSQL
import TestSupport
import Testing

@testable import Storage

/// A schema of a server that goes unused after the test, and what a test does to its store from
/// outside.
struct ServerStore {
    let server: PostgreSQLServer
    let schema: String
    let failures = Shared<[StorageError]>([])

    init(on other: PostgreSQLServer? = nil) async throws {
        if let other { server = other } else { server = try await PostgreSQLServer.shared }
        schema = try server.makeSchema()
    }

    func open(
        _ tables: Schema = TemporaryStore.schema, _ keywords: [String: String] = [:],
        configure: (inout StoreConfiguration) -> Void = { _ in },
        delivery: @escaping Store<Int>.Delivery = { _ in }
    ) throws -> Store<Int> {
        var configuration = StoreConfiguration()
        configure(&configuration)
        // By this name the server knows our connections.
        let keywords = keywords.merging(["application_name": schema]) { $1 }
        return try Store(
            StoreLocation(argument: server.url(schema: schema, keywords)), schema: tables,
            configuration: configuration, delivery: delivery
        ) { [failures] error in
            failures.withLock { $0.append(error) }
        }
    }

    func session() throws -> PostgreSQLSession {
        let session = try PostgreSQLSession(of: server)
        try session.execute("SET search_path = \(schema)")
        return session
    }

    /// Nobody reads or writes the items until the session that is returned commits.
    func lockingItems() throws -> PostgreSQLSession {
        let session = try session()
        try session.execute("BEGIN; LOCK TABLE item")
        return session
    }

    /// Returns once so many of our connections wait for a lock.
    func waitUntilBlocked(_ count: Int = 1) async throws {
        let session = try session()
        try await eventually {
            try session.execute(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE application_name = '\(schema)' AND wait_event_type = 'Lock'
                """) == "\(count)"
        }
    }

    /// Ends our connections from outside, or as many.
    func terminateConnections(limit: Int = 100) throws {
        try session().execute(
            """
            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
            WHERE application_name = '\(schema)' LIMIT \(limit)
            """)
    }
}

/// Whether an error is `StorageError.unavailable`, whatever it says.
func isUnavailable(_ error: any Error) -> Bool {
    if case StorageError.unavailable = error { true } else { false }
}
