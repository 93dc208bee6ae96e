/// The identity of the peer at the other end of a connection, as far as the transport knows it. It
/// is determined once and holds for all calls of the connection.
public final class PeerIdentity: Sendable {
    /// The peer's proof of identity.
    public enum Proof: Sendable, Hashable {
        /// Nothing.
        case none
        /// A certificate that a trusted authority has signed, and its private key.
        case certificate(PeerCertificate)
        /// The process that opened the unix socket, according to the kernel.
        case process(UnixProcess)
    }

    /// Nil for a unix socket, and within a process.
    public let address: PeerAddress?
    public let proof: Proof

    public init(address: PeerAddress? = nil, proof: Proof = .none) {
        self.address = address
        self.proof = proof
    }

    /// A peer without a known identity.
    public static let unidentified = PeerIdentity()
}

/// The names in a certificate that was verified.
public struct PeerCertificate: Sendable, Hashable {
    /// Its subject alternative names (RFC 5280 §4.2.1.6), by kind and unchanged. A name that is not
    /// printable ASCII is left out.
    public var dnsNames: [String] = []
    public var uris: [String] = []
}

/// The process that opened a unix socket, at that time (SO_PEERCRED in unix(7)).
public struct UnixProcess: Sendable, Hashable {
    public var userID: UInt32
    public var groupID: UInt32
    public var processID: Int32

    /// The kernel's placeholder for a user or group without a number in this process's user
    /// namespace (user_namespaces(7)). As it may stand for many users, it identifies none.
    static let overflowID: UInt32 = 65534
}
