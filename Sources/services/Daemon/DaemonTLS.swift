import RollcallRPC

/// What a daemon has for TLS, read from its files.
struct DaemonTLS: Sendable {
    /// For `tls:` endpoints.
    let server: ServerTLS?
    /// For `mtls:` endpoints.
    let mutualServer: ServerTLS?
    /// For HTTP.
    let http: ServerTLS?
    /// For services that are called; nil when the defaults do.
    let client: ClientTLS?

    /// - Throws: `TLSFileError`.
    init(_ options: TLSOptions) throws {
        let identity = Self.identity(options.certificate, options.key)
        server = try identity.map { try ServerTLS(identity: $0, waits: true) }
        http = try identity.map {
            try ServerTLS(identity: $0, waits: true, applicationProtocol: "http/1.1")
        }
        if let identity, let trust = options.clientAuthority {
            mutualServer = try ServerTLS(identity: identity, clientTrust: .file(trust), waits: true)
        } else {
            mutualServer = nil
        }
        let own = Self.identity(options.clientCertificate, options.clientKey)
        if options.authority != nil || own != nil {
            client = try ClientTLS(
                trust: options.authority.map { .file($0) } ?? .system, identity: own, waits: true)
        } else {
            client = nil
        }
    }

    /// What is wrong with the certificates, for a person; nil if all is well.
    var trouble: String? { (server?.trouble ?? client?.trouble)?.description }

    func server(for listening: Listening) -> ServerTLS? {
        switch listening.security {
        case .none: nil
        case .tls: server
        case .mutualTLS: mutualServer
        }
    }

    private static func identity(_ certificate: String?, _ key: String?) -> TLSIdentity? {
        guard let certificate, let key else { return nil }
        return TLSIdentity(certificateChain: certificate, privateKey: key)
    }
}
