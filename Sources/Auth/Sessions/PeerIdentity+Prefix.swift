import Glibc
import RollcallRPC

extension PeerIdentity {
    /// The network that the other end is in, such as `203.0.113.0/24` or `2001:db8:7::/48`: enough
    /// for users to tell where they signed in, too little to tell who of the neighbours it was.
    /// Empty for a unix socket, and within a process; and for an address with a zone (RFC 4007), which
    /// is the same on every link.
    var addressPrefix: String {
        guard address?.contains("%") != true else { return "" }
        return switch ClientNetwork(self) {
        case .v4(let address):
            "\(address >> 24).\(address >> 16 & 0xFF).\(address >> 8 & 0xFF).0/24"
        case .v6(let network): Self.longPrefix(of: network)
        case nil: ""
        }
    }

    private static func longPrefix(of network: UInt64) -> String {
        let bytes = withUnsafeBytes(of: (network & ~0xFFFF).bigEndian, Array.init)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let address = bytes + Array(repeating: 0, count: 8)
        guard inet_ntop(AF_INET6, address, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self) + "/48"
    }
}
