import RollcallCrypto

/// The parts of a signed token in compact form (RFC 7515 §3.1), before its signature is verified.
///
/// It is stricter than RFC 7515 where that leaves a choice: the header is a `FlatJSON`, base64url has
/// one form only, and a token that is too long is not read.
struct CompactToken {
    /// Bytes of the whole token; a genuine one has less than 600.
    static let lengthLimit = 4096
    /// Bytes of the encoded header, beyond which it is not decoded.
    static let headerLimit = 1024

    let algorithm: SignatureAlgorithm
    /// The key that is said to have signed it.
    let keyID: String?
    /// What it says; in a JWT, a JSON object of claims (RFC 7519 §7.2).
    let payload: [UInt8]
    /// What is signed: the first two parts as they were sent.
    let signedBytes: [UInt8]
    let signature: [UInt8]

    /// - Parameter algorithm: the one that its signer uses. The header's `alg` has to say so, and
    ///   chooses nothing.
    /// - Returns: `nil` unless the token is three parts of strict base64url, and its header asks for
    ///   nothing that we do not do.
    init?(_ text: String, algorithm: SignatureAlgorithm) {
        let text = Array(text.utf8)
        guard text.count <= Self.lengthLimit else { return nil }
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count <= Self.headerLimit,
            let header = Self.decode(parts[0]).flatMap(FlatJSON.init),
            header.text("alg") == algorithm.rawValue,
            (header["kid"] == nil) == (header.text("kid") == nil),
            Self.refused.allSatisfy({ header[$0] == nil }),
            let payload = Self.decode(parts[1]), let signature = Self.decode(parts[2])
        else { return nil }
        self.algorithm = algorithm
        keyID = header.text("kid")
        self.payload = payload
        self.signature = signature
        signedBytes = Array(text[..<parts[1].endIndex])
    }

    /// Header fields that name a key in the token itself, or rules that are not implemented here
    /// (RFC 7515 §4.1, RFC 7797).
    private static let refused = ["jku", "jwk", "x5u", "x5c", "crit", "b64"]

    private static func decode(_ part: ArraySlice<UInt8>) -> [UInt8]? {
        Base64.url.decode(String(decoding: part, as: UTF8.self))
    }
}
