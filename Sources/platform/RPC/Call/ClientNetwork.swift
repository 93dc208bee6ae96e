/// The addresses that one client may be thought to have at will: an IPv4 address, or a /64 of IPv6.
public enum ClientNetwork: Hashable, Sendable {
    case v4(UInt32)
    /// The first 64 bits.
    case v6(UInt64)

    /// An IPv4 client of a socket for both counts as one of IPv4.
    public init(_ address: IPAddress) {
        switch address.unmapped {
        case .v4(let bits): self = .v4(bits)
        case .v6(let network, _): self = .v6(network)
        }
    }

    /// Nil for a unix socket, and within a process.
    public init?(_ peer: PeerIdentity) {
        guard let address = peer.address else { return nil }
        self.init(address.ip)
    }
}
