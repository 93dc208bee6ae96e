import HTTPTypes
import RollcallRPC

/// Finds the client of a request, behind proxies or without one.
package struct ClientAddresses: Sendable {
    private let proxies: TrustedProxies

    /// - Parameter proxies: whose `X-Forwarded-For` is believed; that of others is ignored. At a
    ///   unix socket everybody is believed: the permissions of its directory say who reaches it.
    package init(_ proxies: TrustedProxies) {
        self.proxies = proxies
    }

    /// - Returns: nil when it is not known.
    package func client(of head: HTTPRequest, from peer: IPAddress?) -> IPAddress? {
        guard peer.map(isProxy) ?? true else { return peer }
        let forwarded = head.headerFields[values: .forwardedFor]
            // Not by characters: some that a client sends make one with the comma behind them.
            .flatMap { $0.unicodeScalars.split(separator: ",") }
            .map { Self.address(Substring($0)) }
        // Each proxy has added its own peer behind the others: the last that is no proxy is the
        // client. What cannot be read was written by someone before that.
        for address in forwarded.reversed() {
            guard let address else { return peer }
            if !isProxy(address) { return address }
        }
        return peer
    }

    /// Whether many clients may be behind the address.
    package func isProxy(_ address: IPAddress) -> Bool { proxies.contain(address) }

    private static func address(_ text: Substring) -> IPAddress? {
        guard text.utf8.count < 100 else { return nil }
        let text = String(text.filter { $0 != " " && $0 != "\t" })
        return (IPAddress(text) ?? PeerAddress(text)?.ip)?.unmapped
    }
}

extension HTTPField.Name {
    fileprivate static let forwardedFor = HTTPField.Name(known: "x-forwarded-for")
}
