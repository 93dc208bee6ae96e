/// Proxies that may name the client of a call, in the metadata `rollcall-client-address` with one IP
/// address. The server ignores it from other callers.
///
/// Such a call has no client certificate and no process of origin, as the proxy's own are not its
/// client's. If the metadata has no address, the call counts for the proxy's address.
public struct TrustedProxies: Sendable {
    public static let key = "rollcall-client-address"

    private let ranges: [AddressRange]

    /// - Parameter ranges: the addresses of the proxies. No other program may be able to call from there.
    public init(_ ranges: [AddressRange] = []) {
        self.ranges = ranges
    }

    /// Whether the peer is a proxy.
    package func contain(_ peer: PeerIdentity) -> Bool {
        guard let ip = peer.address?.ip else { return false }
        return ranges.contains { $0.contains(ip) }
    }

    /// The client that a proxy calls for; nil for the proxy's own call.
    static func client(named metadata: Metadata, by proxy: PeerIdentity) -> PeerIdentity? {
        claim(metadata).map { claim in
            PeerIdentity(address: IPAddress(claim).map { PeerAddress($0) } ?? proxy.address)
        }
    }

    /// Uses the last entry, which the proxy adds after the client's own ones.
    private static func claim(_ metadata: Metadata) -> String? {
        for case (key, .text(let text)) in metadata.entries.reversed() { return text }
        return nil
    }
}
