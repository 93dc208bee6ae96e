import AccessTokens
import ArgumentParser
import Logging
import RollcallAPI
import RollcallRPC
import RollcallRPCPolicies

struct TokenCheckLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token-check",
        abstract: "Verifies, as every service does, access tokens that it has verified before.")

    @Option(help: "Where Auth answers: it is followed meanwhile.")
    var auth: Endpoint

    @Option(help: "The file of the sessions whose tokens are verified.")
    var sessions: String

    @Option(help: "How many of them.")
    var most = 1_000

    @Option(help: "How long to measure.")
    var seconds = 1.0

    func run() async throws {
        let client = NetworkClient(auth).retrying()
        let tokens = try await accessTokens(from: client)
        let verifier = TokenVerifier(auth: client, logger: Logger(label: "rollcall-bench"))
        let following = Task { await verifier.run() }
        defer { following.cancel() }
        for token in tokens {
            try await patient { _ = try await verifier.verify(token) }()
        }

        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        let before = ProcessorTime.ofProcess()
        var count = 0
        repeat {
            for token in tokens { _ = try await verifier.verify(token) }
            count += tokens.count
        } while clock.now < end
        let spent = ProcessorTime.ofProcess() - before
        try Report([
            "checks": .whole(count),
            "checks_per_second": .decimal(Double(count) / (spent / .seconds(1))),
        ]).print()
    }

    private func accessTokens(from client: LoadClient) async throws -> [String] {
        var tokens: [String] = []
        for session in try SeededSession.read(from: sessions, most: most) {
            try await session.refresh(by: AuthServiceClient(client), options: CallOptions())
            tokens.append(session.accessToken)
        }
        return tokens
    }
}
