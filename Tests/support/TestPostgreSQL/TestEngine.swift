import Foundation
import Storage
import Synchronization

/// The engines that a store's tests run on. A test names none of them: the trait `.onEachEngine`
/// runs it on each.
package enum TestEngine: String, CaseIterable, Sendable {
    case sqlite, postgresql

    /// The one that the running test uses: `ROLLCALL_TEST_ENGINE` where no trait chooses, or
    /// SQLite.
    @TaskLocal package static var current =
        ProcessInfo.processInfo.environment["ROLLCALL_TEST_ENGINE"]
        .flatMap(TestEngine.init(rawValue:)) ?? .sqlite

    private static let schemas = Mutex<[String: StoreLocation]>([:])

    /// Where a store has its tables that would be at `path` on SQLite: there, or in a schema of the
    /// tests' server. The same path leads to the same tables.
    package static func location(_ path: String) async throws -> StoreLocation {
        guard current == .postgresql else { return .file(path) }
        if let known = schemas.withLock({ $0[path] }) { return known }
        let made = try await PostgreSQLServer.shared.location()
        return schemas.withLock { schemas in
            schemas[path] = schemas[path] ?? made
            return schemas[path] ?? made
        }
    }
}
