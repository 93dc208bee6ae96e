import NIOCore

/// From where somebody calls: an IP address and a port.
public struct PeerAddress: Sendable, Hashable {
    public let ip: IPAddress
    /// Whether the address is one of a link (RFC 4007), and so the same on every link.
    public let hasZone: Bool
    /// 0 if it is not known.
    public let port: UInt16

    public init(_ ip: IPAddress, hasZone: Bool = false, port: UInt16 = 0) {
        self.ip = ip
        self.hasZone = hasZone
        self.port = port
    }

    /// Reads `IPV4:PORT` or `[IPV6]:PORT`, where a zone may stand behind `%`; nil for anything
    /// else.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        let zone = host.firstIndex(of: "%")
        guard let ip = IPAddress(String(host[..<(zone ?? host.endIndex)])) else { return nil }
        self.init(ip, hasZone: zone != nil, port: port)
    }

    /// Nil for a unix socket.
    public init?(_ address: SocketAddress) {
        let port = UInt16(truncatingIfNeeded: address.port ?? 0)
        switch address {
        case .v4(let address):
            self.init(.v4(UInt32(bigEndian: address.address.sin_addr.s_addr)), port: port)
        case .v6(let address):
            self.init(
                IPAddress(address.address.sin6_addr),
                hasZone: address.address.sin6_scope_id != 0, port: port)
        case .unixDomainSocket: return nil
        }
    }
}

extension PeerAddress: CustomStringConvertible {
    public var description: String {
        switch ip {
        case .v4: "\(ip):\(port)"
        case .v6: "[\(ip)]:\(port)"
        }
    }
}
