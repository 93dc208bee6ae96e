import RollcallBasics

/// What an authenticator says and signs (WebAuthn level 2, §6.1).
package struct AuthenticatorData: Sendable {
    /// SHA-256 of the relying party's id.
    let relyingPartyHash: [UInt8]
    let isUserPresent: Bool
    /// Whether the authenticator has checked a PIN, a fingerprint or a face.
    package let isUserVerified: Bool
    /// Whether the key is kept in more than one place, such as a password manager's (level 3).
    package let isBackedUp: Bool
    /// How often the key has signed, as far as the authenticator counts; otherwise 0.
    package let signCount: UInt32
    /// In a registration, the credential that was made.
    let credential: (id: [UInt8], key: [UInt8])?

    /// - Throws: `WebAuthnError.malformed`, also for bytes after the end.
    init(_ bytes: [UInt8]) throws(WebAuthnError) {
        var reader = CBORReader(bytes[...])
        relyingPartyHash = Array(try reader.bytes(32))
        let flags = try reader.bytes(1).first ?? 0
        isUserPresent = flags & 0x01 != 0
        isUserVerified = flags & 0x04 != 0
        isBackedUp = flags & 0x10 != 0
        // What cannot be backed up (level 3, §6.1.3) is not.
        guard !isBackedUp || flags & 0x08 != 0 else { throw .malformed }
        signCount = UInt32(bigEndianBytes: try reader.bytes(4))
        credential = flags & 0x40 != 0 ? try Self.credential(&reader) : nil
        if flags & 0x80 != 0 {
            guard try reader.value().entryCount != nil else { throw .malformed }
        }
        guard reader.isAtEnd else { throw .malformed }
    }

    /// Of a credential's id (level 2, §4), which is too long for most databases' keys as it is.
    static let longestCredentialID = 1023

    /// The attested credential data (§6.5.1): 16 bytes that name the kind of authenticator, which
    /// prove nothing without an attestation; the id after its length; the key.
    private static func credential(
        _ reader: inout CBORReader
    ) throws(WebAuthnError) -> (id: [UInt8], key: [UInt8]) {
        _ = try reader.bytes(16)
        let count = Int(UInt16(bigEndianBytes: try reader.bytes(2)))
        guard (1...longestCredentialID).contains(count) else { throw .malformed }
        let id = Array(try reader.bytes(UInt64(count)))
        var key = reader
        let start = reader.position
        _ = try reader.value()
        return (id, Array(try key.bytes(UInt64(reader.position - start))))
    }
}
