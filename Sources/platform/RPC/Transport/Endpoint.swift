import RollcallBasics

/// Where a server listens and a client connects.
public enum Endpoint: Sendable, Hashable {
    /// A host name or address, and a port; port 0 lets the system choose one to listen on.
    case tcp(host: String, port: Int)
    /// The same, spoken to with TLS from the first byte on. A client checks that the certificate is
    /// for this host.
    case tls(host: String, port: Int)
    /// The path of a unix socket, at most 107 bytes.
    case unix(path: String)

    /// Reads `HOST:PORT`, `[IPV6]:PORT`, either of them behind `tls:`, or `unix:PATH`; nil for
    /// anything else.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard (1...107).contains(path.utf8.count) else { return nil }
            self = .unix(path: path)
            return
        }
        let isSecured = text.hasPrefix("tls:")
        let place = isSecured ? text.dropFirst(4) : text[...]
        guard let colon = place.lastIndex(of: ":"),
            let port = Int(place[place.index(after: colon)...]), (0...65535).contains(port)
        else { return nil }
        let host = place[..<colon].trimmingBrackets
        guard !host.isEmpty, !host.contains("/") else { return nil }
        self = isSecured ? .tls(host: host, port: port) : .tcp(host: host, port: port)
    }
}

extension Endpoint {
    package var isSecured: Bool {
        if case .tls = self { true } else { false }
    }

    /// Why this endpoint is used only by those who say that they trust the network to it; nil for
    /// TLS, a unix socket, and the loopback interface.
    package var plaintextRefusal: String? {
        guard case .tcp(let host, _) = self else { return nil }
        let place = HostAndPort(host.contains(":") ? "[\(host)]" : host[...])
        guard place?.isLoopback != true else { return nil }
        return "\(self) is reached over a network, without TLS: use tls:HOST:PORT, or --plaintext "
            + "if that network is trusted"
    }
}

extension Endpoint: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tcp(let host, let port): Self.text(host, port)
        case .tls(let host, let port): "tls:" + Self.text(host, port)
        case .unix(let path): "unix:\(path)"
        }
    }

    private static func text(_ host: String, _ port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

extension Substring {
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : String(self)
    }
}
