import Foundation
import Storage
import Synchronization
import Testing

/// The engines that a store's tests run on. A test names none of them: the trait `.onEachEngine`
/// runs it on each.
package enum TestEngine: String, CaseIterable, Sendable {
    case sqlite, postgresql

    /// The one that the running test uses: `ROLLCALL_TEST_ENGINE` where no trait chooses, or SQLite.
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

/// Runs a test once on each engine; `ROLLCALL_TEST_ENGINE` leaves one.
package struct EachEngine: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let chosen = ProcessInfo.processInfo.environment["ROLLCALL_TEST_ENGINE"]
        for engine in TestEngine.allCases where chosen == nil || engine.rawValue == chosen {
            do {
                try await TestEngine.$current.withValue(engine) { try await function() }
            } catch {
                Issue.record("on \(engine.rawValue)")
                throw error
            }
        }
    }
}

extension Trait where Self == EachEngine {
    package static var onEachEngine: EachEngine { EachEngine() }
}
