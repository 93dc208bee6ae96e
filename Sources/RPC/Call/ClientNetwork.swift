import NIOCore

/// The addresses that one client may be thought to have at will: an IPv4 address, or a /64 of IPv6.
public enum ClientNetwork: Hashable, Sendable {
    case v4(UInt32)
    /// The first 64 bits.
    case v6(UInt64)

    /// Nil for a unix socket, and within a process.
    public init?(_ peer: PeerIdentity) {
        guard let address = peer.address else { return nil }
        self.init(peerAddress: address)
    }

    /// - Parameter text: an IP address and a port, as `PeerIdentity.address` has them. Nil for
    ///   anything else.
    init?(peerAddress text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let host = text[..<colon].drop { $0 == "[" }.prefix { $0 != "]" && $0 != "%" }
        self.init(try? SocketAddress(ipAddress: String(host), port: 0))
    }

    /// Nil for a unix socket.
    init?(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            self = .v4(UInt32(bigEndian: address.address.sin_addr.s_addr))
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            let halves = (Self.number(bytes[..<8]), Self.number(bytes[8...]))
            // An IPv4 client of a socket for both (RFC 4291 §2.5.5.2).
            let isMapped = halves.0 == 0 && halves.1 >> 32 == 0xFFFF
            self = isMapped ? .v4(UInt32(truncatingIfNeeded: halves.1)) : .v6(halves.0)
        case .unixDomainSocket, nil: return nil
        }
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
