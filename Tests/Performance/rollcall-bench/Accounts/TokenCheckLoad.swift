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

    /// Auth is followed meanwhile.
    @OptionGroup var owners: SessionOptions

    @Option(help: "How long to measure.")
    var seconds = 1.0

    func run() async throws {
        let client = NetworkClient(owners.auth).retrying()
        let tokens = try await owners.signedIn(usual: 1_000, by: client).map(\.accessToken)
        let verifier = TokenVerifier(auth: client, logger: Logger(label: "rollcall-bench"))
        let following = Task { await verifier.run() }
        defer { following.cancel() }
        for token in tokens {
            try await patient { _ = try await verifier.verify(token) }()
        }

        let (count, spent) = try await ProcessorTime.repeating(for: seconds) {
            for token in tokens { _ = try await verifier.verify(token) }
            return tokens.count
        }
        try report([
            "checks": count,
            "checks_per_second": Double(count) / (spent / .seconds(1)),
        ])
    }
}
