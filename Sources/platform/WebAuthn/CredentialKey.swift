import RollcallCrypto

/// The public key of a credential: a COSE_Key (RFC 9052 §7) for ES256 or RS256.
package struct CredentialKey: Sendable {
    /// The algorithms that are accepted, by COSE's numbers (RFC 9053 §2.1, RFC 8812 §2).
    package enum Algorithm: Int64, CaseIterable, Sendable {
        case es256 = -7
        case rs256 = -257
    }

    /// The COSE_Key as the authenticator gave it, to be stored.
    package let bytes: [UInt8]
    private let key: Key

    package var algorithm: Algorithm {
        switch key {
        case .es256: .es256
        case .rs256: .rs256
        }
    }

    private enum Key {
        case es256(P256PublicKey)
        case rs256(RSAPublicKey)
    }

    /// - Throws: `WebAuthnError.malformed`; `.unsupportedKey` for another algorithm, parameters
    ///   that WebAuthn forbids (level 2, §6.5.1), points off the curve, and RSA keys that
    ///   `RSAPublicKey` refuses.
    package init(_ bytes: [UInt8]) throws(WebAuthnError) {
        let value = try CBORReader.value(of: bytes)
        self.bytes = bytes
        guard let key = Self.ellipticCurveKey(value) ?? Self.rsaKey(value) else {
            throw .unsupportedKey
        }
        self.key = key
    }

    /// Whether `signature`, as WebAuthn has it (level 2, §6.5.6), was made of `message`.
    func hasSigned(_ message: [UInt8], as signature: [UInt8]) -> Bool {
        switch key {
        case .es256(let key): key.hasSigned(message, asDER: signature)
        case .rs256(let key): key.hasSigned(message, as: signature)
        }
    }

    /// Labels: 1 is the type, 3 the algorithm, -1 the curve, -2 and -3 the coordinates.
    private static func ellipticCurveKey(_ value: CBOR) -> Key? {
        guard value.entryCount == 5, value[1] == .unsigned(2), value[3] == .negative(6),
            value[-1] == .unsigned(1), let x = value[-2]?.bytes, let y = value[-3]?.bytes
        else { return nil }
        return (try? P256PublicKey(x: x, y: y)).map(Key.es256)
    }

    /// Labels: 1 is the type, 3 the algorithm, -1 the modulus, -2 the exponent.
    private static func rsaKey(_ value: CBOR) -> Key? {
        guard value.entryCount == 4, value[1] == .unsigned(3), value[3] == .negative(256),
            let modulus = value[-1]?.bytes, let exponent = value[-2]?.bytes
        else { return nil }
        return (try? RSAPublicKey(modulus: modulus, exponent: exponent)).map(Key.rs256)
    }
}
