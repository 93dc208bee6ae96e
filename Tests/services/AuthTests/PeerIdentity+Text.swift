import RollcallRPC

extension PeerIdentity {
    /// Somebody who calls from an address as `PeerAddress` reads it.
    convenience init(address text: String?) {
        self.init(address: text.flatMap { PeerAddress($0) })
    }
}
