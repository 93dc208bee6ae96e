import ArgumentParser
import Daemon
import RollcallRPC

/// Where the services are.
struct WebServices: ParsableArguments {
    @Option(help: help("Auth"))
    var auth = [Endpoint.tcp(host: "127.0.0.1", port: 4710)]

    @Option(help: help("Profile"))
    var profile = [Endpoint.tcp(host: "127.0.0.1", port: 4711)]

    @Option(help: help("Presence"))
    var presence = [Endpoint.tcp(host: "127.0.0.1", port: 4712)]

    private static func help(_ service: String) -> ArgumentHelp {
        ArgumentHelp(
            "\(service)'s endpoint. To use several instances, give the option several times. "
                + "\(service) has to trust this process as a proxy: its option --trusted-proxy.",
            valueName: "endpoint")
    }

    func validate() throws {
        for (name, endpoints) in [("auth", auth), ("profile", profile), ("presence", presence)] {
            for case .unix in endpoints {
                throw ValidationError(
                    "--\(name): the door calls services over TCP. At a unix socket the service would "
                        + "take everybody's calls for the operator's.")
            }
        }
    }

    struct Clients: Sendable {
        let auth, profile, presence: any RPCClient

        /// By the full names of the services of the contract.
        var byName: [String: any RPCClient] {
            [
                "rollcall.v1.AuthService": auth, "rollcall.v1.AccountService": auth,
                "rollcall.v1.AccountDataService": auth, "rollcall.v1.IdentityService": auth,
                "rollcall.v1.FactorService": auth, "rollcall.v1.PasskeyService": auth,
                "rollcall.v1.AuditService": auth, "rollcall.v1.ProfileService": profile,
                "rollcall.v1.PresenceService": presence,
            ]
        }

        var all: [(name: String, client: any RPCClient)] {
            [("auth", auth), ("profile", profile), ("presence", presence)]
        }
    }

    func clients(_ process: DaemonProcess) throws -> Clients {
        func client(of endpoints: [Endpoint]) throws -> ServiceClient {
            try ServiceClient { try process.client(of: endpoints, connection: $0, eventLoops: $1) }
        }
        return Clients(
            auth: try client(of: auth), profile: try client(of: profile),
            presence: try client(of: presence))
    }
}
