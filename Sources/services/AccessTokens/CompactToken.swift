import RollcallCrypto

/// The parts of a signed token in compact form (RFC 7515 §3.1), before its signature is verified:
/// the first layer of a token's check, the same for every issuer.
///
/// It is stricter than RFC 7515 where that allows a choice: the header is a `FlatJSON`, base64url
/// has only one form, and a token that is too long is not read.
package struct CompactToken: Sendable {
    /// The longest token of ours, in bytes; a genuine one has less than 600.
    package static let lengthLimit = 4096
    /// The longest encoded header, in bytes; a longer one is not decoded.
    static let headerLimit = 1024

    /// The algorithm that the header names. It chooses nothing: a key verifies by its own
    /// algorithm, and no token that names another.
    package let algorithm: SignatureAlgorithm
    /// The key that the header names as the signer's.
    package let keyID: String?
    /// The payload; in a JWT, a JSON object of claims (RFC 7519 §7.2).
    package let payload: [UInt8]
    /// The signed bytes: the first two parts as they were sent.
    let signedBytes: [UInt8]
    let signature: [UInt8]

    /// - Parameter limit: the longest token that is read, in bytes.
    /// - Returns: `nil` unless the token is three parts of strict base64url, and its header asks
    ///   only for what is supported.
    package init?(_ text: String, limit: Int = lengthLimit) {
        let text = Array(text.utf8)
        guard text.count <= limit else { return nil }
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count <= Self.headerLimit,
            let header = Self.decode(parts[0]).flatMap(FlatJSON.init),
            let algorithm = header.text("alg").flatMap(SignatureAlgorithm.init),
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

    /// Header fields that carry or locate a key, or demand rules that are not implemented here (RFC
    /// 7515 §4.1, RFC 7797).
    private static let refused = ["jku", "jwk", "x5u", "x5c", "crit", "b64"]

    private static func decode(_ part: ArraySlice<UInt8>) -> [UInt8]? {
        Base64.url.decode(String(decoding: part, as: UTF8.self))
    }
}
