import Logging
import NIOCore
import NIOSSL

/// How a client tells whether a TLS server is the right one, and what it shows of itself. Files
/// that have changed are read again with the next connection.
public final class ClientTLS: Sendable {
    private let files: TLSContextFiles
    private let serverName: String?

    /// - Parameters:
    ///   - trust: whose certificates a server may show.
    ///   - identity: what a server is shown that asks for a certificate.
    ///   - serverName: the DNS name that the server's certificate must have, when it is another
    ///     than the host of the endpoint.
    ///   - waits: whether an identity that has expired, or has another key, is waited for: until
    ///     there is a good one, no connection opens.
    /// - Throws: `TLSFileError`.
    public init(
        trust: TLSTrust = .system, identity: TLSIdentity? = nil, serverName: String? = nil,
        waits: Bool = false
    ) throws {
        self.serverName = serverName
        files = try TLSContextFiles((identity?.paths ?? []) + trust.paths, waits: waits) {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = try trust.roots
            configuration.applicationProtocols = [TLSHandshakeHandler.applicationProtocol]
            if let (chain, key) = try identity?.load() {
                configuration.certificateChain = chain
                configuration.privateKey = key
            }
            return configuration
        }
    }

    /// Why the identity cannot be used, such as an expired certificate; nil if all is well.
    public var trouble: TLSFileError? { files.trouble }

    /// Takes files that have changed into use; what was there before stays when they are no good.
    func refresh(_ logger: Logger) {
        do {
            if try files.reload() { logger.info("TLS files were read again") }
        } catch {
            logger.error("TLS files cannot be used; the old stay", metadata: ["error": "\(error)"])
        }
    }

    func makeHandler(for host: String) throws -> NIOSSLClientHandler {
        try NIOSSLClientHandler(context: try files.context(), serverHostname: name(of: host))
    }

    /// Whether a certificate that NIOSSL has accepted is for the name of the host. NIOSSL also
    /// accepts one for the address that answered, which depends on name resolution.
    func isFor(_ host: String, _ certificate: PeerCertificate?) -> Bool {
        guard let name = name(of: host) else { return true }
        return certificate?.dnsNames.contains { $0.matches(host: name) } ?? false
    }

    /// The name that the certificate must have, without a dot of the root; nil when it must have
    /// the address that the host is named by.
    private func name(of host: String) -> String? {
        if let serverName { return serverName }
        return host.isIPAddress ? nil : host.hasSuffix(".") ? String(host.dropLast()) : host
    }
}

extension String {
    fileprivate var isIPAddress: Bool {
        (try? SocketAddress(ipAddress: self, port: 0)) != nil
    }

    /// Whether a DNS name of a certificate matches a host (RFC 9525 §6.3). Case does not count, and
    /// `*` may stand for the whole first label.
    func matches(host: String) -> Bool {
        let host = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        let labels = lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard let first = labels.first, first == "*", labels.count > 2 else {
            return labels == host
        }
        return labels.dropFirst() == host.dropFirst()
    }
}
