import NIOCore

/// Where a server listens and a client connects.
public enum Endpoint: Sendable, Hashable {
    /// A host name or address, and a port; port 0 lets the system choose one to listen on.
    case tcp(host: String, port: Int)
    /// The path of a unix socket, at most 107 bytes.
    case unix(path: String)

    /// Reads `HOST:PORT`, `[IPV6]:PORT` or `unix:PATH`; nil for anything else.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard (1...107).contains(path.utf8.count) else { return nil }
            self = .unix(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)...]), (0...65535).contains(port)
        else { return nil }
        let host = text[..<colon].trimmingBrackets
        guard !host.isEmpty else { return nil }
        self = .tcp(host: host, port: port)
    }
}

extension Endpoint: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}

extension Substring {
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : String(self)
    }
}
