/// Why bytes are not a key that signatures are made or verified with.
package enum KeyError: Error, Equatable {
    /// A private key of P-256 is a number from 1 to n - 1, in 32 bytes.
    case notAScalar
    /// A public key of P-256 is a point of the curve, in two coordinates of 32 bytes below p.
    case notAPoint
    /// An RSA modulus that is refused: see `RSAPublicKey.modulusBits`.
    case badModulus
    /// An RSA exponent that is refused: see `RSAPublicKey.leastExponent`.
    case badExponent
}
