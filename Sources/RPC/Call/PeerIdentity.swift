/// Who is at the other end of a connection, as far as the transport knows. It is found out once, and is the
/// same for all calls of the connection.
public final class PeerIdentity: Sendable {
    /// What the other end has shown.
    public enum Proof: Sendable, Hashable {
        /// Nothing.
        case none
        /// A certificate that one of the trusted has signed, and its private key.
        case certificate(PeerCertificate)
        /// By the word of the kernel, which process opened the unix socket.
        case process(UnixProcess)
    }

    /// Nil for a unix socket, and within a process.
    public let address: PeerAddress?
    public let proof: Proof

    public init(address: PeerAddress? = nil, proof: Proof = .none) {
        self.address = address
        self.proof = proof
    }

    /// Nothing is known.
    public static let unidentified = PeerIdentity()
}

/// The names in a certificate that was verified.
public struct PeerCertificate: Sendable, Hashable {
    /// Its subject alternative names (RFC 5280 §4.2.1.6), by their kind, as they are written. A name
    /// that is not printable ASCII is left out.
    public var dnsNames: [String]
    public var uris: [String]
    public var emails: [String]
    /// The SHA-256 of the certificate in DER, 32 bytes.
    public var fingerprint: [UInt8]

    public init(
        dnsNames: [String] = [], uris: [String] = [], emails: [String] = [],
        fingerprint: [UInt8] = []
    ) {
        self.dnsNames = dnsNames
        self.uris = uris
        self.emails = emails
        self.fingerprint = fingerprint
    }
}

/// The process that opened a unix socket, as it was then (SO_PEERCRED in unix(7)).
public struct UnixProcess: Sendable, Hashable {
    public var userID: UInt32
    public var groupID: UInt32
    public var processID: Int32

    /// What the kernel says instead of a user or a group that has no number in this process's user
    /// namespace (user_namespaces(7)). It stands for many, and so for nobody.
    static let overflowID: UInt32 = 65534

    public init(userID: UInt32, groupID: UInt32, processID: Int32) {
        self.userID = userID
        self.groupID = groupID
        self.processID = processID
    }
}
