import ArgumentParser
import RollcallAPI
import RollcallRPC

/// The sessions of a load, and Auth, which gives them access tokens.
struct SessionOptions: ParsableArguments {
    @Option(help: "Where Auth answers.")
    var auth: Endpoint

    @Option(help: "The file of the sessions.")
    var sessions: String

    @Option(help: "The first of them that takes part, from 0.")
    var first = 0

    @Option(help: "How many of them take part at most.")
    var most: Int?

    /// - Parameters:
    ///   - usual: how many sessions take part unless it is said.
    ///   - client: of Auth.
    /// - Returns: the sessions, each with an access token.
    func signedIn(usual: Int, by client: some RPCClient) async throws -> [SeededSession] {
        let sessions = try SeededSession.read(from: sessions, first: first, most: most ?? usual)
        for session in sessions {
            try await session.refresh(by: AuthServiceClient(client), options: CallOptions())
        }
        return sessions
    }
}
