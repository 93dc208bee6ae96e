/// Proxies that may say for which client they call, by the metadata `rollcall-client-address` with one IP
/// address. From other callers it is ignored.
///
/// Such a call has no certificate and comes from no process, as those that the proxy has shown are not its
/// client's. If the metadata is no address, the call counts as from the address of the proxy.
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
