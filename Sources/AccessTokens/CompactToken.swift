import RollcallCrypto

/// A signed token in its compact form (RFC 7515 §3.1), taken apart: nothing of it is believed yet.
struct CompactToken {
    /// Bytes of the whole token; a genuine one has less than 600.
    static let lengthLimit = 4096
    /// Bytes of the encoded header, beyond which it is not decoded.
    static let headerLimit = 1024
    /// Bytes of an ES256 signature (RFC 7518 §3.4).
    static let signatureLength = 64

    /// The key that is said to have signed it.
    let keyID: String
    let claims: FlatJSON
    /// What is signed: the first two parts as they were sent.
    let signedBytes: [UInt8]
    let signature: [UInt8]

    /// - Returns: `nil` unless the token is three parts of strict base64url, and its header says
    ///   ES256, names a key, and asks for nothing else. The header's `alg` chooses nothing.
    init?(_ text: String) {
        let text = Array(text.utf8)
        guard text.count <= Self.lengthLimit else { return nil }
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count <= Self.headerLimit,
            let header = Self.decode(parts[0]).flatMap(FlatJSON.init),
            header.text("alg") == "ES256", let keyID = header.text("kid"),
            Self.refused.allSatisfy({ header[$0] == nil }),
            let claims = Self.decode(parts[1]).flatMap(FlatJSON.init),
            let signature = Self.decode(parts[2]), signature.count == Self.signatureLength
        else { return nil }
        self.keyID = keyID
        self.claims = claims
        self.signature = signature
        signedBytes = Array(text[..<parts[1].endIndex])
    }

    /// Header fields that would have us take a key from the token itself, or hold to rules that we
    /// do not know (RFC 7515 §4.1, RFC 7797).
    private static let refused = ["jku", "jwk", "x5u", "x5c", "crit", "b64"]

    private static func decode(_ part: ArraySlice<UInt8>) -> [UInt8]? {
        Base64.url.decode(String(decoding: part, as: UTF8.self))
    }
}
