import AccessTokens
import ArgumentParser
import Foundation
import Glibc
import RollcallRPC

/// How a daemon that is not Auth finds out who calls it.
package struct VerifierOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Auth's endpoint. To use several instances, give the option several times. Auth tells "
                + "revocations to services alone: it knows this process by its group at a unix: "
                + "endpoint, by --auth-credential, or by --tls-client-certificate.",
            valueName: "endpoint"))
    package var auth = [Endpoint.tcp(host: "127.0.0.1", port: 4710)]

    @Option(
        help: ArgumentHelp(
            "A file with the service credential that `rollcall admin service add` has made.",
            valueName: "file"))
    var authCredential: String?

    @Option(
        help: ArgumentHelp(
            "How long Auth may be unreachable before calls are refused, as it is unknown which "
                + "sessions have ended: 3 to 3600.",
            valueName: "seconds"))
    var revocationBound = 60

    package init() {}

    package func validate() throws {
        try check(revocationBound, 3...3600, "revocation-bound")
    }

    var configuration: TokenVerifier.Configuration {
        var configuration = TokenVerifier.Configuration()
        configuration.revocationBound = .seconds(revocationBound)
        return configuration
    }

    /// - Throws: `Failure`, when Auth would have no way to know this process as a service.
    func checkAuthKnowsUs(by tls: TLSOptions) throws {
        guard authCredential == nil else { return }
        let stranger = auth.first {
            switch $0 {
            case .unix: false
            case .tls: tls.clientCertificate == nil
            default: true
            }
        }
        guard let stranger else { return }
        throw Failure(
            "Auth at \(stranger) would not know this process as a service: call it through its unix "
                + "socket (--auth unix:PATH), with a service credential (--auth-credential FILE), "
                + "or by TLS with a certificate that it trusts (--auth tls:HOST:PORT and "
                + "--tls-client-certificate)", EX_USAGE)
    }

    /// The credential, if there is one.
    ///
    /// - Throws: `Failure`.
    func credential() throws -> String? {
        guard let path = authCredential else { return nil }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Failure.configuration("--auth-credential: \(path) cannot be read")
        }
        let credential = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !credential.isEmpty, credential.utf8.count <= Self.longestCredential else {
            throw Failure.configuration("--auth-credential: \(path) has no service credential")
        }
        return credential
    }

    /// Bytes; a credential has less than a hundred.
    private static let longestCredential = 256
}
