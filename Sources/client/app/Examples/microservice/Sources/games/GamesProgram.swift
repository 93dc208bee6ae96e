import AccessTokens
import Foundation
import GamesAPI
import Logging
import RollcallAPI
import RollcallRPC
import RollcallRPCPolicies
import UnixSignals

/// Serves `GamesService` until SIGTERM or SIGINT.
///
/// The environment says where: `GAMES_LISTEN`, and the services that it calls, `ROLLCALL_AUTH`,
/// `ROLLCALL_PROFILE` and `ROLLCALL_PRESENCE`. Auth tells only services which sessions have ended.
/// It knows this one by its unix socket, or by `ROLLCALL_CREDENTIAL`, a file with a credential that
/// an operator has made.
@main
struct GamesProgram {
    static func main() async throws {
        let logger = Logger(label: "games")
        func client(_ name: String, _ usual: String) throws -> any RPCClient {
            NetworkClient(try endpoint(name, usual), logger: logger).retrying()
        }
        let credential = try ProcessInfo.processInfo.environment["ROLLCALL_CREDENTIAL"].map {
            try String(contentsOfFile: $0, encoding: .utf8).trimmingCharacters(in: .newlines)
        }
        let verifier = TokenVerifier(
            auth: try client("ROLLCALL_AUTH", "unix:/run/rollcall-auth/socket"),
            credential: credential, logger: logger)
        var router = Router()
        router.add(
            Games(
                profile: ProfileServiceClient(try client("ROLLCALL_PROFILE", "127.0.0.1:4711")),
                presence: PresenceServiceClient(try client("ROLLCALL_PRESENCE", "127.0.0.1:4712"))))
        let server = try Server(
            router: router, authenticator: TokenAuthenticator(verifier), logger: logger)
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let place = try await server.listen(on: endpoint("GAMES_LISTEN", "127.0.0.1:4720"))
        logger.info("games.serves", metadata: ["endpoint": "\(place)"])
        await withTaskGroup { group in
            group.addTask { await verifier.run() }
            for await _ in signals { break }
            // No more calls are accepted; those that run have ten seconds.
            await server.drain()
            group.cancelAll()
        }
    }

    private static func endpoint(_ name: String, _ usual: String) throws -> Endpoint {
        let text = ProcessInfo.processInfo.environment[name] ?? usual
        guard let endpoint = Endpoint(text) else {
            throw RPCError(.invalidArgument, "\(name) should be HOST:PORT or unix:PATH: \(text)")
        }
        return endpoint
    }
}
