import Foundation
import GamesAPI
import RollcallAPI
import RollcallClient
import RollcallRPC
import TestSupport
import Testing

/// The example of a service beside Rollcall (Sources/client/app/Examples/microservice), as its page
/// says to run it.
@Suite(.serialized) struct MicroserviceTests {
    /// The three services, and Games beside them.
    private final class Site {
        let cluster: Cluster
        let games: ServiceProcess
        let place: Endpoint
        let environment: [String: String]

        init() async throws {
            cluster = try Cluster()
            try await cluster.startAll()
            place = .unix(path: cluster.directory.appending(path: "games.sock").path)
            environment = [
                "ROLLCALL_AUTH": "\(cluster.endpoint(.auth))",
                "ROLLCALL_PROFILE": "\(cluster.endpoint(.profile))",
                "ROLLCALL_PRESENCE": "\(cluster.endpoint(.presence))",
                "GAMES_LISTEN": "\(place)", "GAMES": "\(place)",
            ]
            games = ServiceProcess(
                "games", [], log: cluster.directory.appending(path: "games.log"))
            games.environment = environment
            try await games.start(at: place)
        }

        deinit { games.kill() }

        /// - Returns: the session of a user with that display name.
        func signUp(
            _ name: String, _ store: InMemorySessionStore = InMemorySessionStore()
        ) async throws -> RollcallSession {
            let session = RollcallSession(
                endpoints: .init(
                    auth: cluster.endpoint(.auth), profile: cluster.endpoint(.profile),
                    presence: cluster.endpoint(.presence)), store: store)
            try await session.signUp(
                email: "\(name)@example.org", password: "correct horse", displayName: name)
            return session
        }
    }

    @Test func aServiceOfOnesOwnVerifiesUsersCallsTheOthersAndIsCalled() async throws {
        let site = try await Site()
        let (ann, bob) = (try await site.signUp("Ann"), try await site.signUp("Bob"))
        _ = try await site.signUp("Tournament")
        _ = try await ann.presence.goOnline(GoOnlineRequest(deviceID: "phone"))

        let password = site.cluster.directory.appending(path: "password")
        try Data("correct horse\n".utf8).write(to: password)
        var environment = site.environment
        environment["TOURNAMENT_EMAIL"] = "tournament@example.org"
        environment["TOURNAMENT_PASSWORD"] = password.path
        let program = Products.directory.appending(path: "tournament").path
        let output = try await run(program, ["bob", "ANN", "nobody"], environment: environment)
        #expect(output.status == 0 && output.text == "Ann\n", "\(output.text)\(site.games.text)")

        // It acts for the user who calls: one whom Ann has blocked does not see her there.
        let network = NetworkClient(site.place)
        let games = GamesServiceClient(bob.authorizing(network))
        #expect(try await games.findPlayers(.init(displayNames: ["ann"])).players.count == 1)
        let bobsID = try #require(try await bob.auth.getSession(.init()).session?.userID)
        _ = try await ann.profile.blockUser(BlockUserRequest(user: .id(bobsID)))
        try await eventually {
            try await games.findPlayers(.init(displayNames: ["ann"])).players.isEmpty
        }
        network.close()
        #expect(site.games.stop() == 0)
    }

    @Test func aServiceOfOnesOwnRefusesStrangersAndSessionsThatHaveEnded() async throws {
        let site = try await Site()
        let store = InMemorySessionStore()
        let ann = try await site.signUp("Ann", store)
        let network = NetworkClient(site.place)
        let unauthorized = GamesServiceClient(network)
        #expect(
            await error { try await unauthorized.findPlayers(.init()) }?.code == .unauthenticated)
        let games = GamesServiceClient(ann.authorizing(network))
        #expect(try await games.findPlayers(.init()).players.isEmpty)
        let names = (0..<21).map { "u\($0)" }
        #expect(
            await error { try await games.findPlayers(.init(displayNames: names)) }?.code
                == .invalidArgument)

        // A copy of the token is refused once Auth has told Games that the session has ended.
        var options = CallOptions()
        let token = try #require(await store.load()?.accessToken)
        try options.metadata.add("authorization", text: "Bearer \(token)")
        _ = try await unauthorized.findPlayers(.init(), options: options)
        try await ann.signOut()
        try await eventually(within: .seconds(2)) {
            await error { try await unauthorized.findPlayers(.init(), options: options) }?.reasons
                == [.sessionEnded]
        }
        network.close()
        #expect(site.games.stop() == 0)
    }

    private func error(_ call: () async throws -> FindPlayersResponse) async -> RPCError? {
        do {
            _ = try await call()
            return nil
        } catch {
            return error as? RPCError
        }
    }
}
