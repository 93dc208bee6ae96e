import NIOSSL

/// The certificate of a server's TLS endpoints, and its requirements for clients: TLS 1.2 or 1.3,
/// and an application protocol (RFC 7301).
public final class ServerTLS: Sendable {
    private let files: TLSContextFiles

    /// - Parameters:
    ///   - clientTrust: the authorities for client certificates; nil if clients need none.
    ///   - waits: whether a certificate that has expired, or has another key, is waited for: until
    ///     `reload` has read a good one, connections are closed.
    /// - Throws: `TLSFileError`.
    public init(
        identity: TLSIdentity, clientTrust: TLSTrust? = nil, waits: Bool = false,
        applicationProtocol: String = "rollcall/1"
    ) throws {
        files = try TLSContextFiles(identity.paths + (clientTrust?.paths ?? []), waits: waits) {
            let (chain, key) = try identity.load()
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain, privateKey: key)
            configuration.applicationProtocols = [applicationProtocol]
            if let clientTrust {
                configuration.trustRoots = try clientTrust.roots
                configuration.certificateVerification = .noHostnameVerification
            }
            return configuration
        }
    }

    /// Uses the present files for new handshakes. Reads them only if they have changed, and blocks
    /// meanwhile.
    ///
    /// - Returns: whether a file has changed.
    /// - Throws: `TLSFileError`, once for each change. The earlier files stay in use then.
    @discardableResult
    public func reload() throws -> Bool {
        try files.reload()
    }

    /// The end of the present certificate's validity, in seconds since 1970-01-01 UTC.
    public var certificateEnd: Int64 { files.certificateEnd ?? 0 }

    /// Why clients cannot use the endpoints, such as an expired certificate; nil if all is well.
    public var trouble: TLSFileError? { files.trouble }

    package func makeHandler() throws -> NIOSSLServerHandler {
        NIOSSLServerHandler(context: try files.context())
    }
}
