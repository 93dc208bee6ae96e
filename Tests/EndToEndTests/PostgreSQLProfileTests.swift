import Foundation
import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import Testing

import func TestSupport.elapse

/// Profile with its tables in PostgreSQL, which dies under it.
@Suite(.serialized) struct PostgreSQLProfileTests {
    /// Auth, and Profile on a server of its own.
    private static func cluster(on server: PostgreSQLServer) async throws -> Cluster {
        let url = try await blocking { server.url(schema: try server.makeSchema()) }
        let cluster = try Cluster(ownArguments: { service in
            service == .profile ? ["--store", url] : []
        })
        for part in [Cluster.Service.auth, .profile] { try await cluster.start(part) }
        return cluster
    }

    @Test func profileSaysThatItsDatabaseIsAwayAndComesBackByItself() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let cluster = try await Self.cluster(on: server)
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let caller = Renamer(id: ann.id, options: try ann.options())
        let client = cluster.client(.profile)
        defer { client.close() }
        #expect(await caller.rename(to: "ann2", client) == .done)
        #expect(try await caller.name(client) == "ann2")
        #expect(!FileManager.default.fileExists(atPath: cluster.profileFile))

        try await blocking { try server.kill() }
        let error = await #expect(throws: RPCError.self) { try await caller.name(client) }
        #expect(error?.code == .unavailable && error?.isOverload == true)
        #expect(try await holds(within: .seconds(2)) { try await !client.isServing() })
        #expect(cluster[.profile].isRunning)

        try await blocking { try server.start() }
        #expect(try await holds { try await client.isServing() })
        #expect(try await caller.name(client) == "ann2")
    }

    /// How often the server is killed: more with ROLLCALL_POSTGRES_KILLS.
    private static let kills =
        ProcessInfo.processInfo.environment["ROLLCALL_POSTGRES_KILLS"].flatMap { Int($0) } ?? 10

    @Test func namesThatWereAcknowledgedStayWhenTheServerIsKilled() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let cluster = try await Self.cluster(on: server)
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let client = cluster.client(.profile)
        defer { client.close() }
        var tokens = ann.phone.tokens
        var name = "ann"
        /// Rounds of which something was acknowledged that was not there before.
        var renames = 0
        for number in 0..<Self.kills {
            let caller = Renamer(id: ann.id, options: try await ann.renewing(&tokens))
            let before = name
            async let last = caller.renameUntilItFails(from: before, client)
            try await elapse(.microseconds(Int.random(in: 5_000...30_000)))
            try await blocking { try server.kill() }
            let (acknowledged, wanted, isRefused) = await last
            try await blocking { try server.start() }
            let seen = try await eventually { try #require(try await caller.name(client)) }
            #expect(
                seen == acknowledged || (seen == wanted && !isRefused),
                "\(number): \(acknowledged) was acknowledged, and \(seen) is there")
            #expect(try await caller.owner(of: seen, client) == ann.id)
            #expect(try await caller.owner(of: Renamer.other(seen), client) == nil)
            renames += acknowledged == before ? 0 : 1
            name = seen
        }
        #expect(renames > 0)
    }
}

/// A user who asks Profile.
private struct Renamer: Sendable {
    enum Outcome {
        case done, refused, unknown
    }

    let id: String
    let options: CallOptions

    /// Of two names that are the user's own, so that no number of kills uses them up.
    static func other(_ name: String) -> String { name == "ann" ? "anna" : "ann" }

    /// Takes one of two names and then the other, until that fails.
    ///
    /// - Returns: the name that was acknowledged last, the one that was wanted then, and whether it
    ///   was refused: otherwise nobody knows.
    func renameUntilItFails(
        from name: String, _ client: RetryingNetworkClient
    ) async -> (acknowledged: String, wanted: String, isRefused: Bool) {
        var name = name
        while true {
            let wanted = Self.other(name)
            switch await rename(to: wanted, client) {
            case .done: name = wanted
            case .refused: return (name, wanted, true)
            case .unknown: return (name, wanted, false)
            }
        }
    }

    func rename(to name: String, _ client: RetryingNetworkClient) async -> Outcome {
        do {
            _ = try await ProfileServiceClient(client).updateProfile(
                .changing(displayName: name), options: options)
            return .done
        } catch let error as RPCError where error.code == .unavailable {
            return .refused
        } catch {
            return .unknown
        }
    }

    func name(_ client: RetryingNetworkClient) async throws -> String? {
        try await profile(.id(id), client)?.displayName
    }

    func owner(of name: String, _ client: RetryingNetworkClient) async throws -> String? {
        do {
            return try await profile(.name(name), client)?.userID
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }

    private func profile(
        _ key: UserKey, _ client: RetryingNetworkClient
    ) async throws -> Profile? {
        try await ProfileServiceClient(client).getProfile(
            GetProfileRequest(user: key), options: options
        ).profile
    }
}

extension RetryingNetworkClient {
    fileprivate func isServing() async throws -> Bool {
        try await HealthServiceClient(self).check(HealthCheckRequest()).status == .serving
    }
}

extension Cluster {
    fileprivate var profileFile: String { directory.appending(path: "profile/profile.sqlite").path }
}
