import Foundation
import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import Testing

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
        var outcomes: Set<Renamer.Outcome> = []
        for number in 0..<Self.kills {
            tokens = try #require(
                try await ann.auth.refresh(RefreshRequest(refreshToken: tokens.refreshToken))
                    .tokens)
            var options = CallOptions(timeout: .seconds(3))
            try options.metadata.add("authorization", text: "Bearer \(tokens.accessToken)")
            let caller = Renamer(id: ann.id, options: options)
            // Of two names that are the user's own, so that no number of kills uses them up.
            let wanted = number.isMultiple(of: 2) ? "anna" : "ann"
            async let outcome = caller.rename(to: wanted, client)
            try await Task.sleep(for: .microseconds(Int.random(in: 0...4_000)))
            try await blocking { try server.kill() }
            let told = await outcome
            outcomes.insert(told)
            try await blocking { try server.start() }
            let seen = try await eventually { try #require(try await caller.name(client)) }
            switch told {
            case .done: #expect(seen == wanted, "\(number): an acknowledged name is lost")
            case .refused: #expect(seen == name, "\(number): a refused name was given")
            case .unknown: #expect([name, wanted].contains(seen))
            }
            #expect(try await caller.owner(of: seen, client) == ann.id)
            let other = seen == "ann" ? "anna" : "ann"
            #expect(try await caller.owner(of: other, client) == nil)
            name = seen
        }
        let hit = outcomes.contains(.done) && outcomes.count > 1
        #expect(hit, "the kills hit nothing: \(outcomes)")
    }
}

/// A user who asks Profile.
private struct Renamer: Sendable {
    enum Outcome {
        case done, refused, unknown
    }

    let id: String
    let options: CallOptions

    func rename(to name: String, _ client: NetworkClient) async -> Outcome {
        do {
            _ = try await ProfileServiceClient(client).updateProfile(
                UpdateProfileRequest(displayName: name), options: options)
            return .done
        } catch let error as RPCError where error.code == .unavailable {
            return .refused
        } catch {
            return .unknown
        }
    }

    func name(_ client: NetworkClient) async throws -> String? {
        try await profile(.userID(id), client)?.displayName
    }

    func owner(of name: String, _ client: NetworkClient) async throws -> String? {
        do {
            return try await profile(.displayName(name), client)?.userID
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }

    private func profile(
        _ key: GetProfileRequest.Key, _ client: NetworkClient
    ) async throws -> Profile? {
        try await ProfileServiceClient(client).getProfile(
            GetProfileRequest(key: key), options: options
        ).profile
    }
}

extension NetworkClient {
    fileprivate func isServing() async throws -> Bool {
        try await HealthServiceClient(self).check(HealthCheckRequest()).status == .serving
    }
}

extension Cluster {
    fileprivate var profileFile: String { directory.appending(path: "profile/profile.sqlite").path }
}
