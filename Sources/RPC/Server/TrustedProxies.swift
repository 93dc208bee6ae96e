import NIOCore

/// Proxies that are believed which client they call for: the metadata `rollcall-client-address`, one
/// IP address. From anybody else it is ignored.
///
/// What the proxy has shown of itself says nothing of its client: such a call has no certificate, and
/// comes from no process. So has one whose address is none; it counts as from where the proxy is.
public struct TrustedProxies: Sendable {
    public static let key = "rollcall-client-address"

    private let ranges: [AddressRange]

    /// - Parameter ranges: where the proxies are. Nobody else must be able to call from there.
    public init(_ ranges: [AddressRange] = []) {
        self.ranges = ranges
    }

    /// Whether a proxy is at the other end.
    package func contain(_ peer: PeerIdentity) -> Bool {
        guard !ranges.isEmpty, let address = peer.address,
            let colon = address.lastIndex(of: ":")
        else { return false }
        let host = address[..<colon].drop { $0 == "[" }.prefix { $0 != "]" && $0 != "%" }
        return ranges.contains { $0.contains(String(host)) }
    }

    /// The client that a proxy calls for; nil for a call of its own.
    static func client(named metadata: Metadata, by proxy: PeerIdentity) -> PeerIdentity? {
        claim(metadata).map { PeerIdentity(address: address(of: $0) ?? proxy.address) }
    }

    /// - Returns: as `PeerIdentity.address` has it; nil for what is no IP address.
    private static func address(of client: String) -> String? {
        guard let address = try? SocketAddress(ipAddress: client, port: 0) else { return nil }
        return address.protocol == .inet6 ? "[\(client)]:0" : "\(client):0"
    }

    /// The last entry: what a client says of itself comes before what the proxy adds.
    private static func claim(_ metadata: Metadata) -> String? {
        for case (key, .text(let text)) in metadata.entries.reversed() { return text }
        return nil
    }
}
