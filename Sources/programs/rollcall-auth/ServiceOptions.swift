import ArgumentParser
import Auth
import Daemon
import Glibc
import RollcallRPC

/// Which callers are services, beside those that have a service token.
struct ServiceOptions: ParsableArguments {
    @Option(
        name: .customLong("trust-service"),
        help: ArgumentHelp(
            "A trusted service, and how it is identified: by a DNS name or a URI in the certificate "
                + "that it shows at an mtls: endpoint, or by the number of its user on this machine. "
                + "Can be given more than once. A process that comes through a unix socket is also "
                + "a service if its primary group is that of this process.",
            valueName: "name=dns:x|uri:x|user:n"))
    private var trusted: [TrustedService] = []

    func validate() throws {
        guard Set(trusted.map(\.proof)).count == trusted.count else {
            throw ValidationError("--trust-service identifies two services in the same way")
        }
    }

    /// - Throws: `Failure` for a certificate that no endpoint asks for.
    func check(_ endpoints: [Listening]) throws {
        guard !endpoints.contains(where: \.asksForCertificate) else { return }
        for service in trusted {
            if case .unixUser = service.proof { continue }
            throw Failure("--trust-service \(service.name) needs --listen mtls:HOST:PORT", EX_USAGE)
        }
    }

    /// Knows the services, the other processes of this machine, and whom `tokens` knows.
    func authenticator(otherwise tokens: any Authenticator) -> any Authenticator {
        let services = Dictionary(uniqueKeysWithValues: trusted.map { ($0.proof, $0.name) })
        return PeerAuthenticator(groupID: getegid(), services: services, otherwise: tokens)
    }
}

struct TrustedService: ExpressibleByArgument, Equatable {
    let name: String
    let proof: PeerAuthenticator.Name

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let proof = PeerAuthenticator.Name(parts[1]),
            ServiceName(String(parts[0])) != nil, !ServiceName.taken.contains(String(parts[0]))
        else { return nil }
        name = String(parts[0])
        self.proof = proof
    }
}

extension PeerAuthenticator.Name {
    /// Reads `dns:…`, `uri:…` or `user:…`.
    fileprivate init?(_ text: Substring) {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "dns": self = .dns(String(parts[1]))
        case "uri": self = .uri(String(parts[1]))
        case "user":
            guard let number = UInt32(parts[1]) else { return nil }
            self = .unixUser(number)
        default: return nil
        }
    }
}
