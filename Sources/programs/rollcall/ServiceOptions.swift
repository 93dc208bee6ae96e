import ArgumentParser
import FoundationEssentials
import Glibc
import RollcallClient
import RollcallRPC

/// Where the services are.
struct ServiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Where Auth answers.", valueName: "endpoint"), transform: Endpoint.read)
    var auth: Endpoint?

    @Option(
        help: ArgumentHelp("Where Profile answers.", valueName: "endpoint"),
        transform: Endpoint.read)
    var profile: Endpoint?

    @Option(
        help: ArgumentHelp("Where Presence answers.", valueName: "endpoint"),
        transform: Endpoint.read)
    var presence: Endpoint?

    @Option(
        name: .customLong("tls-ca"),
        help: ArgumentHelp(
            "The authorities, in PEM, whose certificates tls: endpoints may show; by default, those "
                + "that the system trusts.",
            valueName: "file"))
    var tlsAuthority: String?

    @Flag(help: "Call other machines without TLS too: the networks to them are trusted.")
    var plaintext = false

    @Option(
        help: ArgumentHelp(
            "The deployment: NAME.env in ~/.config/rollcall says where it is.",
            valueName: "name"),
        completion: .custom { _, _, _ in Context.all(in: ProcessInfo.processInfo.environment) })
    var context: String?

    /// Runs a command, and says why if it fails.
    ///
    /// - Throws: `ExitCode`, with the status that `CommandStatus` documents.
    func run(_ output: Output, _ command: (Command) async throws -> Void) async throws {
        do {
            let environment = try Context.environment(
                context, in: ProcessInfo.processInfo.environment)
            let store = FileSessionStore(directory: try StateDirectory(environment: environment))
            let (endpoints, tls) = (try endpoints(environment), try tls(environment))
            let rollcall = RollcallSession(
                endpoints: endpoints, tls: tls, allowsPlaintext: true, store: store,
                logger: .silent)
            defer { rollcall.close() }
            do {
                try await command(
                    Command(
                        services: self, environment: environment, endpoints: endpoints, tls: tls,
                        rollcall: rollcall, store: store, output: output))
            } catch let error where !(error is ExitCode) {
                throw await endpoints.explaining(error, tls: tls)
            }
        } catch let error where !(error is ExitCode) {
            let failure = Failure(error)
            output.say(failure)
            throw ExitCode(failure.status.rawValue)
        }
    }

    /// Where the services are: by the options, then by the environment, then by default.
    func endpoints(_ environment: [String: String]) throws -> RollcallSession.Endpoints {
        var endpoints = RollcallSession.Endpoints()
        for service in ServerName.allCases {
            let said = try self[keyPath: service.option] ?? environment.endpoint(service.variable)
            guard let said else { continue }
            try check(said, environment)
            endpoints[keyPath: service.place] = said
        }
        return endpoints
    }

    /// - Throws: `Failure` (`usage`) for an endpoint on a network without TLS, unless that network
    ///   is trusted.
    func check(_ endpoint: Endpoint, _ environment: [String: String]) throws {
        guard !plaintext, environment["ROLLCALL_PLAINTEXT"] != "1" else { return }
        if let refusal = endpoint.plaintextRefusal { throw Failure(.usage, "\(refusal).") }
    }

    /// Where the operator calls a service: at the endpoint that an option or the environment names,
    /// or at the socket of its systemd unit.
    ///
    /// - Throws: `Failure` (`usage`) when nothing was said and there is no such socket.
    func operatorEndpoint(
        of service: ServerName, _ environment: [String: String], mayBeAway: Bool
    ) throws -> Endpoint {
        guard self[keyPath: service.option] != nil || environment[service.variable] != nil else {
            let path = service.usualSocket
            guard mayBeAway || access(path, F_OK) == 0 else {
                let why =
                    errno == EACCES
                    ? "\(path) cannot be reached by this user" : "there is no \(path)"
                throw Failure(
                    .usage,
                    "--operator needs the service's unix socket, and \(why): "
                        + "name it by --\(service.rawValue) unix:PATH")
            }
            return .unix(path: path)
        }
        return try endpoints(environment)[keyPath: service.place]
    }

    /// Nil for what the system trusts.
    func tls(_ environment: [String: String]) throws -> ClientTLS? {
        guard let path = tlsAuthority ?? environment["ROLLCALL_TLS_CA"] else { return nil }
        do {
            return try ClientTLS(trust: .file(path))
        } catch {
            throw Failure(.usage, "\(error).")
        }
    }
}

extension [String: String] {
    fileprivate func endpoint(_ name: String) throws -> Endpoint? {
        guard let text = self[name] else { return nil }
        guard let endpoint = Endpoint(text) else {
            throw Failure(
                .usage,
                "\(name) is \"\(text)\", which is not an endpoint. "
                    + "Give \(Endpoint.forms).")
        }
        return endpoint
    }
}

extension Endpoint {
    static let forms = "HOST:PORT, [IPV6]:PORT, tls:HOST:PORT or unix:PATH"

    /// Reads the value of an option.
    ///
    /// - Throws: `ValidationError`, which says how an endpoint is written.
    static func read(_ text: String) throws -> Endpoint {
        guard let endpoint = Endpoint(text) else { throw ValidationError("Give \(forms).") }
        return endpoint
    }
}
