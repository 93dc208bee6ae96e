import ArgumentParser
import FoundationEssentials
import RollcallClient
import RollcallRPC

/// Which servers are asked: the one that was named, or else the three services, in turn.
struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the server answers, instead of one of the three services.",
            valueName: "endpoint"),
        transform: Endpoint.read)
    var endpoint: Endpoint?

    @OptionGroup var services: ServiceOptions

    /// Runs a command, and says why if it fails.
    ///
    /// - Throws: `ExitCode`, with the status that `CommandStatus` documents.
    func run(
        _ output: Output = .plain, _ command: ([ReflectedServer]) async throws -> Void
    ) async throws {
        try await services.run(output) { base in
            let environment = ProcessInfo.processInfo.environment
            let known = try services.endpoints(environment)
            let tls = try services.tls(environment)
            let services = [known.auth, known.profile, known.presence]
            let servers = (endpoint.map { [$0] } ?? services).map { endpoint in
                ReflectedServer(
                    endpoint, tls: tls, session: services.contains(endpoint) ? base.rollcall : nil)
            }
            defer { for server in servers { server.close() } }
            try await command(servers)
        }
    }
}

extension Output {
    static let plain = Output(isJSON: false)
}
