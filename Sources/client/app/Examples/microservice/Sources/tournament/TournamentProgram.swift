import Foundation
import GamesAPI
import RollcallClient
import RollcallRPC
import RollcallRPCPolicies

/// Another service, with an account of its own: it asks Games which of some users could play.
///
/// Arguments: their display names. The environment says where Games is (`GAMES`), where Rollcall's
/// services are, and who signs in: `TOURNAMENT_EMAIL`, and `TOURNAMENT_PASSWORD`, a file.
@main
struct TournamentProgram {
    static func main() async throws {
        let password = try String(contentsOfFile: setting("TOURNAMENT_PASSWORD"), encoding: .utf8)
        let rollcall = RollcallSession(
            endpoints: .init(
                auth: try endpoint("ROLLCALL_AUTH", "127.0.0.1:4710"),
                profile: try endpoint("ROLLCALL_PROFILE", "127.0.0.1:4711"),
                presence: try endpoint("ROLLCALL_PRESENCE", "127.0.0.1:4712")))
        try await rollcall.signIn(
            email: setting("TOURNAMENT_EMAIL"), password: password.trimmingCharacters(in: .newlines)
        )
        let network = NetworkClient(try endpoint("GAMES", "127.0.0.1:4720"))
        // Each call has the access token, exchanged in time.
        let games = GamesServiceClient(rollcall.authorizing(network.retrying()))
        let names = Array(CommandLine.arguments.dropFirst())
        let answer = try await games.findPlayers(FindPlayersRequest(displayNames: names))
        for player in answer.players { print(player.displayName) }
        try await rollcall.signOut()
        network.close()
        rollcall.close()
    }

    private static func setting(_ name: String, _ usual: String? = nil) throws -> String {
        guard let value = ProcessInfo.processInfo.environment[name] ?? usual else {
            throw RPCError(.invalidArgument, "\(name) is not set")
        }
        return value
    }

    private static func endpoint(_ name: String, _ usual: String) throws -> Endpoint {
        let text = try setting(name, usual)
        guard let endpoint = Endpoint(text) else {
            throw RPCError(.invalidArgument, "\(name) should be HOST:PORT or unix:PATH: \(text)")
        }
        return endpoint
    }
}
