import Glibc
import RollcallRPC

/// The addresses that one caller may be thought to have at will: an IPv4 address, or a /64 of IPv6.
enum AddressPrefix: Hashable, Sendable {
    case v4(UInt32)
    /// The first 64 bits.
    case v6(UInt64)
    /// No address: a unix socket, the same process, or one that cannot be read. All of them are one
    /// caller, so that nobody escapes the limits by having none.
    case none

    init(_ peer: PeerIdentity) {
        self.init(peer.address ?? "")
    }

    /// - Parameter text: an IP address and a port, as `PeerIdentity.address` has them.
    init(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else {
            self = .none
            return
        }
        let host = text[..<colon].drop { $0 == "[" }.prefix { $0 != "]" && $0 != "%" }
        self = Self.v4(String(host)) ?? Self.v6(String(host)) ?? .none
    }

    private static func v4(_ host: String) -> Self? {
        var address = in_addr()
        guard inet_pton(AF_INET, host, &address) == 1 else { return nil }
        return .v4(UInt32(bigEndian: address.s_addr))
    }

    private static func v6(_ host: String) -> Self? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, host, &address) == 1 else { return nil }
        let halves = withUnsafeBytes(of: address) { bytes in
            [bytes.prefix(8), bytes.suffix(8)].map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
        }
        // An IPv4 caller of a socket for both (RFC 4291 §2.5.5.2).
        let isMapped = halves[0] == 0 && halves[1] >> 32 == 0xFFFF
        return isMapped ? .v4(UInt32(truncatingIfNeeded: halves[1])) : .v6(halves[0])
    }

    /// As long as what it stands for, with a byte before it that tells the kinds apart.
    var bytes: [UInt8] {
        switch self {
        case .v4(let address): [4] + withUnsafeBytes(of: address.bigEndian, Array.init)
        case .v6(let prefix): [6] + withUnsafeBytes(of: prefix.bigEndian, Array.init)
        case .none: [0]
        }
    }
}
