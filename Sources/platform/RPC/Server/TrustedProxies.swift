import RollcallBasics

/// Proxies that may name the client of a call, in the metadata `rollcall-client-address` with one
/// IP address, which may have a port. The server ignores it from other callers.
///
/// Such a call has no client certificate and no process of origin, as the proxy's own are not its
/// client's.
public struct TrustedProxies: Sendable {
    public static let key = "rollcall-client-address"

    private let ranges: Renewable<[AddressRange]>

    /// - Parameter ranges: the addresses of the proxies. No other program may be able to call from
    ///   there.
    public init(_ ranges: [AddressRange] = []) {
        self.ranges = Renewable(ranges)
    }

    /// Has other proxies from now on; connections that there are stay what they were.
    package func renew(_ ranges: [AddressRange]) { self.ranges.value = ranges }

    /// Whether the peer is a proxy.
    package func contain(_ peer: PeerIdentity) -> Bool {
        peer.address.map { contain($0.ip) } ?? false
    }

    package func contain(_ ip: IPAddress) -> Bool { ranges.value.contains { $0.contains(ip) } }

    /// The client that a proxy calls for; nil for the proxy's own call.
    ///
    /// - Throws: `RPCError` (`invalidArgument`) for what is no address. Otherwise all clients would
    ///   share the limits of the proxy, and nobody would notice.
    static func client(named metadata: Metadata) throws -> PeerIdentity? {
        try claim(metadata).map { claim in
            let plain = IPAddress(claim).map { PeerAddress($0) } ?? PeerAddress(claim)
            guard let address = plain ?? PeerAddress("\(claim):0"), !address.hasZone else {
                throw RPCError(
                    .invalidArgument, "\(key) has to be an IP address, with or without a port")
            }
            return PeerIdentity(address: PeerAddress(address.ip))
        }
    }

    /// Uses the last entry, which the proxy adds after the client's own ones.
    private static func claim(_ metadata: Metadata) -> String? {
        for case (key, .text(let text)) in metadata.entries.reversed() { return text }
        return nil
    }
}
