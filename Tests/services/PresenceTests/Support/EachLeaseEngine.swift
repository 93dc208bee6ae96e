import Foundation
import RollcallRPC
import Synchronization
import TestPostgreSQL
import TestRedis
import TestSupport
import Testing

@testable import Presence

/// Where the leases of a test's service are.
enum TestLeases: String, CaseIterable, Sendable {
    /// In the process, with its journal.
    case local
    /// In Redis, with the tables in PostgreSQL.
    case shared

    @TaskLocal static var current = TestLeases.local

    /// A server that the running test has for itself, as it is going to stop it.
    @TaskLocal static var ownServer: RedisServer?

    private static let server = Mutex<RedisServer?>(nil)

    /// The engine that instances share which use a folder; nil for a process that is the only one.
    static func engine(
        for folder: TemporaryDirectory, _ clock: TestClock, _ presence: PresenceConfiguration
    ) throws -> LeaseEngine? {
        guard current == .shared else { return nil }
        let server = try server.withLock { server in
            let started = try ownServer ?? server ?? RedisServer()
            if ownServer == nil { server = started }
            return started
        }

        var configuration = LeaseEngineConfiguration()
        configuration.name = folder.path
        configuration.clock = clock.now
        configuration.leases = presence.leases
        configuration.statuses = presence.statuses
        configuration.idleThreshold = presence.idleThreshold
        // A new engine is not taken for one that may have lost its data.
        configuration.usualLease = .zero
        return LeaseEngine(server.location, configuration: configuration)
    }
}

/// Runs a test with leases in the process and with leases that instances share.
/// `ROLLCALL_TEST_LEASES` leaves one.
struct EachLeaseEngine: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        if test.tags.contains(.localLeases) { return try await function() }
        let chosen = ProcessInfo.processInfo.environment["ROLLCALL_TEST_LEASES"]
        for leases in TestLeases.allCases where chosen == nil || leases.rawValue == chosen {
            // They need PostgreSQL, so once is enough where a test runs on each engine of tables.
            if leases == .shared, TestEngine.current == .postgresql, chosen == nil { continue }
            let tables = leases == .shared ? TestEngine.postgresql : .current
            do {
                try await TestEngine.$current.withValue(tables) {
                    try await TestLeases.$current.withValue(leases) { try await function() }
                }
            } catch {
                Issue.record("with \(leases.rawValue) leases")
                throw error
            }
        }
    }
}

extension Tag {
    /// Of what only a process with leases of its own does.
    @Tag static var localLeases: Self
}

extension Trait where Self == EachLeaseEngine {
    static var withEachLeaseEngine: EachLeaseEngine { EachLeaseEngine() }
}
