import RollcallRPC

extension PeerIdentity {
    /// The network that the other end is in, such as `203.0.113.0/24` or `2001:db8:7::/48`: enough
    /// for users to tell where they signed in, too little to tell who of the peerServices it was.
    /// Empty for a unix socket, and within a process; and for an address with a zone (RFC 4007),
    /// which is the same on every link.
    var addressPrefix: String {
        guard address?.hasZone != true else { return "" }
        return ClientNetwork(self)?.prefix ?? ""
    }
}

extension ClientNetwork {
    /// The network around it, as `PeerIdentity.addressPrefix` says.
    var prefix: String {
        switch self {
        case .v4(let address): "\(IPAddress.v4(address & ~0xFF))/24"
        case .v6(let network): "\(IPAddress.v6(network & ~0xFFFF, 0))/48"
        }
    }
}
