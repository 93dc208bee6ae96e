import ArgumentParser
import RollcallRPC

/// Which servers are asked: the one that was named; without one, the three services in turn.
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
            if let endpoint { try services.check(endpoint, base.environment) }
            let known = ServerName.allCases.map { base.endpoints[keyPath: $0.place] }
            let servers = (endpoint.map { [$0] } ?? known).map { endpoint in
                ReflectedServer(
                    endpoint, tls: base.tls,
                    session: known.contains(endpoint) ? base.rollcall : nil)
            }
            defer { for server in servers { server.close() } }
            try await command(servers)
        }
    }
}

extension Output {
    static let plain = Output(isJSON: false)
}
