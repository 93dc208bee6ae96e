import NIOCore

/// Believes proxies that are trusted which client they call for: the metadata `rollcall-client-address`,
/// one IP address. From anybody else it is ignored.
///
/// What the proxy has shown of itself says nothing of its client: such a call has no certificate, and
/// comes from no process. So has one whose address is none; it counts as from where the proxy is.
public struct ProxyInterceptor: ServerInterceptor {
    public static let key = "rollcall-client-address"

    private let trusted: [AddressRange]

    public var standsBeforeAuthorization: Bool { true }

    /// - Parameter trusted: where the proxies are. Nobody else must be able to call from there.
    public init(trusted: [AddressRange]) {
        self.trusted = trusted
    }

    public func intercept(_ rpc: ServedRPC, next: @escaping ServerHandler) -> ServerHandler {
        guard !trusted.isEmpty else { return next }
        return { call in
            guard let claimed = Self.claim(call.context.metadata),
                let address = call.context.peer.address, isTrusted(address)
            else { return try await next(call) }
            var call = call
            call.context.peer = PeerIdentity(address: Self.address(of: claimed) ?? address)
            return try await next(call)
        }
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

    /// - Parameter address: with its port, as `PeerIdentity.address` has it.
    private func isTrusted(_ address: String) -> Bool {
        guard let colon = address.lastIndex(of: ":") else { return false }
        let host = address[..<colon].drop { $0 == "[" }.prefix { $0 != "]" && $0 != "%" }
        return trusted.contains { $0.contains(String(host)) }
    }
}
