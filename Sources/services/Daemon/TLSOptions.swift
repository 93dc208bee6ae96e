import ArgumentParser
import RollcallRPC

/// Where TLS finds its files, on both sides of a daemon.
package struct TLSOptions: ParsableArguments {
    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp(
            "The server certificate for tls: and mtls: endpoints, in PEM, followed by its "
                + "intermediates. Read again on SIGHUP, and when the file has changed.",
            valueName: "file"))
    var certificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("The private key of that certificate, in PEM.", valueName: "file"))
    var key: String?

    @Option(
        name: .customLong("tls-client-ca"),
        help: ArgumentHelp(
            "The authorities that clients of mtls: endpoints need a certificate of, in PEM.",
            valueName: "file"))
    var clientAuthority: String?

    @Option(
        name: .customLong("tls-ca"),
        help: ArgumentHelp(
            "The authorities that services at tls: endpoints need a certificate of, in PEM; by "
                + "default, the system's.",
            valueName: "file"))
    var authority: String?

    @Option(
        name: .customLong("tls-client-certificate"),
        help: ArgumentHelp(
            "The client certificate for calls to other services, in PEM.",
            valueName: "file"))
    var clientCertificate: String?

    @Option(
        name: .customLong("tls-client-key"),
        help: ArgumentHelp("The private key of that certificate, in PEM.", valueName: "file"))
    var clientKey: String?

    package init() {}

    package func validate() throws {
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--tls-certificate and --tls-key belong together")
        }
        guard (clientCertificate == nil) == (clientKey == nil) else {
            throw ValidationError("--tls-client-certificate and --tls-client-key belong together")
        }
    }

    /// What the options lack for an endpoint to listen on, nil when nothing.
    func lack(of listening: Listening) -> String? {
        guard listening.security != .none else { return nil }
        if certificate == nil { return "\(listening) needs --tls-certificate and --tls-key" }
        return listening.security == .mutualTLS && clientAuthority == nil
            ? "\(listening) needs --tls-client-ca" : nil
    }
}

/// An endpoint to listen on, as `--listen` takes it: one that `Endpoint` can read, or
/// `mtls:HOST:PORT` for TLS with a certificate from either side.
package struct Listening: Sendable, Hashable, ExpressibleByArgument, CustomStringConvertible {
    enum Security {
        case none, tls, mutualTLS
    }

    let endpoint: Endpoint
    let security: Security

    /// The same, on the endpoint that it became.
    func listening(on endpoint: Endpoint) -> Listening {
        Listening(endpoint: endpoint, security: security)
    }

    package var asksForCertificate: Bool { security == .mutualTLS }
    package var description: String { security == .mutualTLS ? "m\(endpoint)" : "\(endpoint)" }
}

extension Listening {
    package init?(argument: String) {
        let isMutual = argument.hasPrefix("mtls:")
        guard let endpoint = Endpoint(isMutual ? String(argument.dropFirst()) : argument) else {
            return nil
        }
        self.init(endpoint)
        if isMutual, endpoint.isSecured {
            self = Listening(endpoint: endpoint, security: .mutualTLS)
        }
    }

    /// An endpoint that asks for no certificate of a client.
    init(_ endpoint: Endpoint) {
        self.init(endpoint: endpoint, security: endpoint.isSecured ? .tls : .none)
    }
}
