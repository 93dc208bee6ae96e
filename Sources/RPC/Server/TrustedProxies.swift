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
        guard let ip = peer.address?.ip else { return false }
        return ranges.contains { $0.contains(ip) }
    }

    /// The client that a proxy calls for; nil for a call of its own.
    static func client(named metadata: Metadata, by proxy: PeerIdentity) -> PeerIdentity? {
        claim(metadata).map { claim in
            PeerIdentity(address: IPAddress(claim).map { PeerAddress($0) } ?? proxy.address)
        }
    }

    /// The last entry: what a client says of itself comes before what the proxy adds.
    private static func claim(_ metadata: Metadata) -> String? {
        for case (key, .text(let text)) in metadata.entries.reversed() { return text }
        return nil
    }
}
