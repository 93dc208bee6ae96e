import NIOSSL

/// What a server shows on its TLS endpoints, and what it asks of those who connect: TLS 1.2 or 1.3,
/// and the application protocol `rollcall/1`.
public final class ServerTLS: Sendable {
    private let files: TLSContextFiles

    /// - Parameter clientTrust: whose certificates a client must show one of; nil asks for none.
    /// - Throws: `TLSFileError`.
    public init(identity: TLSIdentity, clientTrust: TLSTrust? = nil) throws {
        files = try TLSContextFiles(identity.paths + (clientTrust?.paths ?? [])) {
            let (chain, key) = try identity.load()
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain, privateKey: key)
            if let clientTrust {
                configuration.trustRoots = try clientTrust.roots
                configuration.certificateVerification = .noHostnameVerification
            }
            return configuration
        }
    }

    /// Takes the files as they are now for the handshakes to come. Reads them only if they have
    /// changed, and blocks while it does.
    ///
    /// - Returns: whether there was something new.
    /// - Throws: `TLSFileError`, once for each change; what was there before stays in use.
    @discardableResult
    public func reload() throws -> Bool {
        try files.reload()
    }

    /// When the certificate ends that is shown now, in seconds since 1970-01-01 UTC.
    public var certificateEnd: Int64 { files.certificateEnd ?? 0 }

    func makeHandler() -> NIOSSLServerHandler {
        NIOSSLServerHandler(context: files.context)
    }
}
