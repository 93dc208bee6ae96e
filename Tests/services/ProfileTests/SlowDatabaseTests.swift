import RollcallAPI
import RollcallRPC
import Storage
import TestPostgreSQL
import TestSupport
import Testing

@testable import Profile

/// Profile on a database that takes 200 ms for each query, and so answers 40 calls a second.
struct SlowDatabaseTests {
    private static let deadline = Duration.seconds(4)

    /// 240 callers would wait for six seconds.
    @Test func callsAreAnsweredWithinTheirDeadlinesOrRefused() async throws {
        let database = try await PostgreSQLServer.shared
        let schema = try database.makeSchema()
        let location = try StoreLocation(argument: database.url(schema: schema))
        try await withProfileServer(at: location, isCollecting: false, blobs: MemoryBlobs()) {
            server in
            let anna = try await server.user(named: "anna")
            try PostgreSQLSession(of: database).execute(
                """
                SET search_path = \(schema);
                ALTER TABLE profile RENAME TO storedProfile;
                CREATE VIEW profile AS SELECT storedProfile.* FROM storedProfile, pg_sleep(0.2);
                """)
            let end = ContinuousClock.now + .seconds(6)
            let callers = try (0..<240).map { _ in
                let caller = try server.stranger()
                return Task { try await caller.reads(anna, until: end, timeout: Self.deadline) }
            }
            var outcomes: [RPCError?] = []
            for caller in callers { outcomes += try await caller.value }
            #expect(outcomes.contains { $0 == nil })
            #expect(outcomes.contains { $0?.code == .unavailable })
            #expect(outcomes.allSatisfy { $0 == nil || $0?.code == .unavailable })
            try await server.stranger().read(anna, timeout: Self.deadline)
        }
    }
}

extension Person {
    /// Reads a profile again and again, with a pause after each refusal.
    ///
    /// - Returns: nil for each answer, and the error for each other end.
    fileprivate func reads(
        _ user: Person, until end: ContinuousClock.Instant, timeout: Duration
    ) async throws -> [RPCError?] {
        var outcomes: [RPCError?] = []
        while ContinuousClock.now < end {
            do {
                try await read(user, timeout: timeout)
                outcomes.append(nil)
            } catch let error as RPCError {
                outcomes.append(error)
                // As callers pause after a refusal.
                try await elapse(.milliseconds(200))
            }
        }
        return outcomes
    }

    /// Reads a profile with the RPC for many of them, which is one transaction.
    fileprivate func read(_ user: Person, timeout: Duration) async throws {
        let request = BatchGetProfilesRequest(users: [.id(user.id)])
        let response = try await profiles.batchGetProfiles(
            request, options: options(timeout: timeout))
        try #require(response.profiles.map(\.userID) == [user.id])
    }
}
