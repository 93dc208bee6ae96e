import ArgumentParser
import FoundationEssentials
import Logging
import RollcallClient
import RollcallRPC

/// Where the services are.
struct ServiceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where Auth answers.", valueName: "endpoint"))
    var auth: Endpoint?

    @Option(help: ArgumentHelp("Where Profile answers.", valueName: "endpoint"))
    var profile: Endpoint?

    @Option(help: ArgumentHelp("Where Presence answers.", valueName: "endpoint"))
    var presence: Endpoint?

    @Option(
        name: .customLong("tls-ca"),
        help: ArgumentHelp(
            "Whose certificates services at tls: endpoints must show, in PEM; by default, those "
                + "that the system trusts.",
            valueName: "file"))
    var tlsAuthority: String?

    /// Runs a command, and says why if it fails.
    ///
    /// - Throws: `ExitCode`, with the status that `CommandStatus` documents.
    func run(_ output: Output, _ command: (Command) async throws -> Void) async throws {
        do {
            let environment = ProcessInfo.processInfo.environment
            let store = FileSessionStore(directory: try StateDirectory(environment: environment))
            let rollcall = RollcallSession(
                endpoints: try endpoints(environment), tls: try tls(environment), store: store,
                logger: Logger(label: "rollcall") { _ in SwiftLogNoOpLogHandler() })
            defer { rollcall.close() }
            try await command(Command(rollcall: rollcall, store: store, output: output))
        } catch let code as ExitCode {
            throw code
        } catch {
            let failure = Failure(error)
            output.say(failure)
            throw ExitCode(failure.status.rawValue)
        }
    }

    /// What the options say, else what the environment says, else the defaults.
    func endpoints(_ environment: [String: String]) throws -> RollcallSession.Endpoints {
        var endpoints = RollcallSession.Endpoints()
        endpoints.auth = try auth ?? environment.endpoint("ROLLCALL_AUTH") ?? endpoints.auth
        endpoints.profile =
            try profile ?? environment.endpoint("ROLLCALL_PROFILE") ?? endpoints.profile
        endpoints.presence =
            try presence ?? environment.endpoint("ROLLCALL_PRESENCE") ?? endpoints.presence
        return endpoints
    }
}

extension ServiceOptions {
    /// Nil for what the system trusts.
    func tls(_ environment: [String: String]) throws -> ClientTLS? {
        guard let path = tlsAuthority ?? environment["ROLLCALL_TLS_CA"] else { return nil }
        do {
            return try ClientTLS(trust: .file(path))
        } catch {
            throw Failure(status: .usage, code: "INVALID_ARGUMENT", message: "\(error).")
        }
    }
}

extension [String: String] {
    fileprivate func endpoint(_ name: String) throws -> Endpoint? {
        guard let text = self[name] else { return nil }
        guard let endpoint = Endpoint(text) else {
            throw Failure(
                status: .usage, code: "INVALID_ARGUMENT",
                message: "\(name) is not HOST:PORT, [IPV6]:PORT, tls:HOST:PORT or unix:PATH.")
        }
        return endpoint
    }
}

extension Endpoint: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}
