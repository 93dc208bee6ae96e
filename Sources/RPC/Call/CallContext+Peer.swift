extension CallContext {
    /// The IP address and the port that the call comes from; nil for a unix socket, and within a
    /// process.
    var peerAddress: String? { nil }

    /// The IP address that the call comes from, without the port; empty when there is none.
    var peerHost: String {
        guard let address = peerAddress, let colon = address.lastIndex(of: ":") else { return "" }
        return String(address[..<colon])
    }
}
